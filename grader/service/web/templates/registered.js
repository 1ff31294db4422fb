// Tells the platform that its registration is over, so that it closes the frame or window.
(window.opener || window.parent).postMessage({ subject: "org.imsglobal.lti.close" }, "*");
