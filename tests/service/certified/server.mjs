// A provider of OpenID Connect that others have written and had certified, for one client:
//   node server.mjs PORT REDIRECTION CLIENT SECRET token|apart
// The last word says where mail addresses stand: in the token, or apart from it, as is usual.
// Everybody can sign in with any password; that of `unverified` is an address that nobody checked.
import Provider from "oidc-provider";

const [port, redirection, client, secret, where] = process.argv.slice(2);

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id: client, client_secret: secret, redirect_uris: [redirection] }],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  conformIdTokenClaims: where === "apart",
  findAccount: (_, login) => ({
    accountId: login,
    claims: () => ({
      sub: login,
      email: `${login}@example.edu`,
      email_verified: login !== "unverified",
      name: login,
    }),
  }),
});
provider.listen(Number(port), "127.0.0.1", () => console.log("listening"));
