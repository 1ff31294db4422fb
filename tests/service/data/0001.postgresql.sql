SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.refuse_to_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'a submission never changes' USING ERRCODE = 'restrict_violation';
END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.audit (
    id integer NOT NULL,
    at double precision NOT NULL,
    person_id integer NOT NULL,
    deed character varying NOT NULL,
    about character varying NOT NULL
);
CREATE SEQUENCE public.audit_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_id_seq OWNED BY public.audit.id;
CREATE TABLE public.binding (
    id integer NOT NULL,
    submission_id integer NOT NULL,
    role character varying NOT NULL,
    line character varying NOT NULL,
    by_id integer NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.binding_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.binding_id_seq OWNED BY public.binding.id;
CREATE TABLE public.choice (
    id integer NOT NULL,
    course_id integer NOT NULL,
    assignment character varying NOT NULL,
    person_id integer NOT NULL,
    submission_id integer NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.choice_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.choice_id_seq OWNED BY public.choice.id;
CREATE TABLE public.comment (
    id integer NOT NULL,
    submission_id integer NOT NULL,
    task character varying NOT NULL,
    cell integer NOT NULL,
    line integer NOT NULL,
    text character varying NOT NULL,
    removed_at double precision NOT NULL,
    by_id integer NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.comment_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.comment_id_seq OWNED BY public.comment.id;
CREATE TABLE public.comparison (
    id integer NOT NULL,
    course_id integer NOT NULL,
    assignment character varying NOT NULL,
    state character varying NOT NULL,
    taken_at double precision NOT NULL,
    tries integer NOT NULL,
    result character varying NOT NULL,
    reason character varying NOT NULL,
    by_id integer NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.comparison_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.comparison_id_seq OWNED BY public.comparison.id;
CREATE TABLE public.course (
    id integer NOT NULL,
    slug character varying NOT NULL,
    title character varying NOT NULL,
    folder character varying NOT NULL
);
CREATE SEQUENCE public.course_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.course_id_seq OWNED BY public.course.id;
CREATE TABLE public.delivery (
    id integer NOT NULL,
    webhook_id integer NOT NULL,
    event character varying NOT NULL,
    body character varying NOT NULL,
    at double precision NOT NULL,
    tries integer NOT NULL,
    next_at double precision NOT NULL,
    delivered_at double precision NOT NULL,
    problem character varying NOT NULL
);
CREATE SEQUENCE public.delivery_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.delivery_id_seq OWNED BY public.delivery.id;
CREATE TABLE public.edition (
    id integer NOT NULL,
    course_id integer NOT NULL,
    assignment character varying NOT NULL,
    digest character varying NOT NULL,
    title character varying NOT NULL,
    created_at double precision NOT NULL,
    problem character varying
);
CREATE SEQUENCE public.edition_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.edition_id_seq OWNED BY public.edition.id;
CREATE TABLE public.extension (
    id integer NOT NULL,
    course_id integer NOT NULL,
    assignment character varying NOT NULL,
    person_id integer NOT NULL,
    due_at double precision NOT NULL,
    reason character varying NOT NULL,
    by_id integer NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.extension_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.extension_id_seq OWNED BY public.extension.id;
CREATE TABLE public.grading (
    id integer NOT NULL,
    submission_id integer NOT NULL,
    edition_id integer NOT NULL,
    regrade boolean NOT NULL,
    state character varying NOT NULL,
    worker character varying NOT NULL,
    claim character varying NOT NULL,
    losses integer NOT NULL,
    failures integer NOT NULL,
    queued_at double precision NOT NULL,
    started_at double precision NOT NULL,
    finished_at double precision NOT NULL,
    result character varying NOT NULL,
    reason character varying NOT NULL,
    trace character varying DEFAULT ''::character varying NOT NULL,
    turn double precision DEFAULT '0'::double precision NOT NULL,
    reachable double precision
);
CREATE SEQUENCE public.grading_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.grading_id_seq OWNED BY public.grading.id;
CREATE TABLE public.identity (
    id integer NOT NULL,
    person_id integer NOT NULL,
    issuer character varying NOT NULL,
    subject character varying NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.identity_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.identity_id_seq OWNED BY public.identity.id;
CREATE TABLE public.mark (
    id integer NOT NULL,
    submission_id integer NOT NULL,
    task character varying NOT NULL,
    points double precision,
    items character varying NOT NULL,
    reason character varying NOT NULL,
    settles boolean NOT NULL,
    by_id integer NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.mark_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.mark_id_seq OWNED BY public.mark.id;
CREATE TABLE public.membership (
    person_id integer NOT NULL,
    course_id integer NOT NULL,
    role character varying NOT NULL
);
CREATE TABLE public.person (
    id integer NOT NULL,
    login character varying NOT NULL,
    name character varying NOT NULL,
    password character varying NOT NULL,
    admin boolean NOT NULL,
    served_at double precision NOT NULL,
    created_at double precision NOT NULL
);
CREATE SEQUENCE public.person_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.person_id_seq OWNED BY public.person.id;
CREATE TABLE public.phrase (
    id integer NOT NULL,
    course_id integer NOT NULL,
    assignment character varying NOT NULL,
    text character varying NOT NULL,
    used integer NOT NULL
);
CREATE SEQUENCE public.phrase_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.phrase_id_seq OWNED BY public.phrase.id;
CREATE TABLE public.regrade_request (
    id integer NOT NULL,
    submission_id integer NOT NULL,
    task character varying NOT NULL,
    reason character varying NOT NULL,
    at double precision NOT NULL,
    state character varying NOT NULL,
    answer character varying NOT NULL,
    answered_by_id integer,
    answered_at double precision NOT NULL
);
CREATE SEQUENCE public.regrade_request_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.regrade_request_id_seq OWNED BY public.regrade_request.id;
CREATE TABLE public.release (
    id integer NOT NULL,
    course_id integer NOT NULL,
    assignment character varying NOT NULL,
    task character varying NOT NULL,
    edition_id integer NOT NULL,
    shown boolean NOT NULL,
    message character varying NOT NULL,
    by_id integer NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.release_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.release_id_seq OWNED BY public.release.id;
CREATE TABLE public.report (
    grading_id integer NOT NULL,
    text bytea NOT NULL,
    failures character varying NOT NULL
);
CREATE TABLE public.rubric_item (
    id integer NOT NULL,
    course_id integer NOT NULL,
    assignment character varying NOT NULL,
    task character varying NOT NULL,
    "position" integer NOT NULL,
    text character varying NOT NULL,
    points double precision NOT NULL,
    retired boolean NOT NULL
);
CREATE SEQUENCE public.rubric_item_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rubric_item_id_seq OWNED BY public.rubric_item.id;
CREATE TABLE public.secret (
    id integer NOT NULL,
    person_id integer NOT NULL,
    kind character varying NOT NULL,
    hash character varying NOT NULL,
    note character varying NOT NULL,
    scopes character varying NOT NULL,
    created_at double precision NOT NULL,
    expires_at double precision NOT NULL
);
CREATE SEQUENCE public.secret_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.secret_id_seq OWNED BY public.secret.id;
CREATE TABLE public.submission (
    id integer NOT NULL,
    course_id integer NOT NULL,
    person_id integer NOT NULL,
    assignment character varying NOT NULL,
    filename character varying NOT NULL,
    content bytea NOT NULL,
    sha256 character varying NOT NULL,
    key character varying NOT NULL,
    created_at double precision NOT NULL
);
CREATE SEQUENCE public.submission_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.submission_id_seq OWNED BY public.submission.id;
CREATE TABLE public.terms (
    id integer NOT NULL,
    course_id integer NOT NULL,
    assignment character varying NOT NULL,
    due_at double precision NOT NULL,
    late_days integer NOT NULL,
    per_day double precision NOT NULL,
    last_day integer NOT NULL,
    requests integer NOT NULL,
    request_days integer NOT NULL,
    blind boolean NOT NULL,
    markers integer NOT NULL,
    by_id integer NOT NULL,
    at double precision NOT NULL,
    counts character varying DEFAULT 'latest'::character varying NOT NULL,
    grace_minutes integer DEFAULT 0 NOT NULL
);
CREATE SEQUENCE public.terms_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.terms_id_seq OWNED BY public.terms.id;
CREATE TABLE public.trial (
    id integer NOT NULL,
    submission_id integer NOT NULL,
    edition_id integer NOT NULL,
    role character varying NOT NULL,
    line character varying NOT NULL,
    state character varying NOT NULL,
    taken_at double precision NOT NULL,
    tries integer NOT NULL,
    result character varying NOT NULL,
    reason character varying NOT NULL,
    by_id integer NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.trial_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.trial_id_seq OWNED BY public.trial.id;
CREATE TABLE public.webhook (
    id integer NOT NULL,
    course_id integer NOT NULL,
    url character varying NOT NULL,
    secret character varying NOT NULL,
    private boolean NOT NULL,
    removed_at double precision NOT NULL,
    by_id integer NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.webhook_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.webhook_id_seq OWNED BY public.webhook.id;
CREATE TABLE public.worker (
    id character varying NOT NULL,
    pid integer NOT NULL,
    sandbox character varying NOT NULL,
    started_at double precision NOT NULL
);
ALTER TABLE ONLY public.audit ALTER COLUMN id SET DEFAULT nextval('public.audit_id_seq'::regclass);
ALTER TABLE ONLY public.binding ALTER COLUMN id SET DEFAULT nextval('public.binding_id_seq'::regclass);
ALTER TABLE ONLY public.choice ALTER COLUMN id SET DEFAULT nextval('public.choice_id_seq'::regclass);
ALTER TABLE ONLY public.comment ALTER COLUMN id SET DEFAULT nextval('public.comment_id_seq'::regclass);
ALTER TABLE ONLY public.comparison ALTER COLUMN id SET DEFAULT nextval('public.comparison_id_seq'::regclass);
ALTER TABLE ONLY public.course ALTER COLUMN id SET DEFAULT nextval('public.course_id_seq'::regclass);
ALTER TABLE ONLY public.delivery ALTER COLUMN id SET DEFAULT nextval('public.delivery_id_seq'::regclass);
ALTER TABLE ONLY public.edition ALTER COLUMN id SET DEFAULT nextval('public.edition_id_seq'::regclass);
ALTER TABLE ONLY public.extension ALTER COLUMN id SET DEFAULT nextval('public.extension_id_seq'::regclass);
ALTER TABLE ONLY public.grading ALTER COLUMN id SET DEFAULT nextval('public.grading_id_seq'::regclass);
ALTER TABLE ONLY public.identity ALTER COLUMN id SET DEFAULT nextval('public.identity_id_seq'::regclass);
ALTER TABLE ONLY public.mark ALTER COLUMN id SET DEFAULT nextval('public.mark_id_seq'::regclass);
ALTER TABLE ONLY public.person ALTER COLUMN id SET DEFAULT nextval('public.person_id_seq'::regclass);
ALTER TABLE ONLY public.phrase ALTER COLUMN id SET DEFAULT nextval('public.phrase_id_seq'::regclass);
ALTER TABLE ONLY public.regrade_request ALTER COLUMN id SET DEFAULT nextval('public.regrade_request_id_seq'::regclass);
ALTER TABLE ONLY public.release ALTER COLUMN id SET DEFAULT nextval('public.release_id_seq'::regclass);
ALTER TABLE ONLY public.rubric_item ALTER COLUMN id SET DEFAULT nextval('public.rubric_item_id_seq'::regclass);
ALTER TABLE ONLY public.secret ALTER COLUMN id SET DEFAULT nextval('public.secret_id_seq'::regclass);
ALTER TABLE ONLY public.submission ALTER COLUMN id SET DEFAULT nextval('public.submission_id_seq'::regclass);
ALTER TABLE ONLY public.terms ALTER COLUMN id SET DEFAULT nextval('public.terms_id_seq'::regclass);
ALTER TABLE ONLY public.trial ALTER COLUMN id SET DEFAULT nextval('public.trial_id_seq'::regclass);
ALTER TABLE ONLY public.webhook ALTER COLUMN id SET DEFAULT nextval('public.webhook_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0001');
INSERT INTO public.comment VALUES (1, 1, '', 0, 1, 'Xyzzyva', 0, 4, 1795633412.7940552);
INSERT INTO public.comment VALUES (2, 1, '1.1', -1, 0, 'Xyzzyva', 0, 4, 1795633412.7940552);
INSERT INTO public.course VALUES (1, 'demo', 'A course', '/srv/scene/course');
INSERT INTO public.course VALUES (2, 'other', 'Another course', '/srv/scene/course');
INSERT INTO public.edition VALUES (1, 1, 'demo', 'e02895094721fbff', 'Demonstration', 1795633412.235133, NULL);
INSERT INTO public.edition VALUES (2, 2, 'demo', 'e02895094721fbff', 'Demonstration', 1795633412.5766215, NULL);
INSERT INTO public.extension VALUES (1, 1, 'demo', 2, 1795633412.7940552, 'Xyzzyva', 4, 1795633412.7940552);
INSERT INTO public.grading VALUES (1, 1, 1, false, 'done', '', '', 0, 0, 1795633412.6581588, 1795633412.7599988, 1795633412.7673044, '{"tasks":[{"id":"1.1","title":"State representation","max_score":2.0,"score":null,"verdict":null,"diagnoses":[]},{"id":"2.1","title":"Moves","max_score":1.0,"score":1.0,"verdict":"accepted","diagnoses":[]},{"id":"1.6","title":"Hill climbing","max_score":3.0,"score":1.0,"verdict":"wrong_answer","diagnoses":[]},{"id":"3.1","title":"Minimax search","max_score":3.0,"score":0.0,"verdict":"time_limit_exceeded","diagnoses":["The leaf is evaluated without changing sign for White.","Depth is counted from 1."]},{"id":"5.1","title":"Improved heuristic function","max_score":1.0,"score":0.0,"verdict":"not_attempted","diagnoses":[]},{"id":"4.2","title":"Negamax with alpha-beta pruning","max_score":1.0,"score":0.0,"verdict":"internal_error","diagnoses":[]},{"id":"7.1","title":"Connect four","max_score":0.0,"score":0.0,"verdict":"wrong_answer","diagnoses":[]}],"verdicts":{"internal_error":1,"time_limit_exceeded":1,"not_attempted":1,"runtime_error":1,"wrong_answer":3,"accepted":3},"complete":false,"errors":["The hidden test prunes of task 4.2 failed: KeyError(''board'')."],"cpu_seconds":2.345,"seconds":3.456,"graded_at":"2026-11-21T23:14:59Z"}', '', '', 0, 4);
INSERT INTO public.grading VALUES (2, 2, 1, false, 'queued', '', '', 0, 0, 1795633412.8623824, 0, 0, '', '', '', 0, NULL);
INSERT INTO public.mark VALUES (1, 1, '1.1', 1, '1', 'Xyzzyva', false, 4, 1795633412.7940552);
INSERT INTO public.membership VALUES (2, 1, 'student');
INSERT INTO public.membership VALUES (3, 1, 'student');
INSERT INTO public.membership VALUES (4, 1, 'assistant');
INSERT INTO public.membership VALUES (5, 1, 'instructor');
INSERT INTO public.membership VALUES (6, 2, 'instructor');
INSERT INTO public.membership VALUES (8, 1, 'student');
INSERT INTO public.person VALUES (1, 'stranger', 'Stranger', '', false, 0, 1795633412.4866526);
INSERT INTO public.person VALUES (3, 'other', 'Other', '', false, 0, 1795633412.5194361);
INSERT INTO public.person VALUES (4, 'assistant', 'Assistant', '', false, 0, 1795633412.5269132);
INSERT INTO public.person VALUES (5, 'instructor', 'Instructor', '', false, 0, 1795633412.5368166);
INSERT INTO public.person VALUES (6, 'foreign', 'Foreign', '', false, 0, 1795633412.5479271);
INSERT INTO public.person VALUES (7, 'root', 'Root', '', true, 0, 1795633412.5514936);
INSERT INTO public.person VALUES (8, 'ben', 'Ben', '', false, 0, 1795633412.8500502);
INSERT INTO public.person VALUES (2, 'owner', 'Xyzzyva', '$argon2id$v=19$m=65536,t=3,p=4$gvcwCOk1IW8t7JzgiDyyFg$N1/MS3JwSbFj6LxugPK+t3mXa9CIFAfneXZpZUSYETk', false, 1795633412.7599988, 1795633412.498047);
INSERT INTO public.phrase VALUES (1, 1, 'demo', 'Xyzzyva', 0);
INSERT INTO public.regrade_request VALUES (1, 1, '1.1', 'Xyzzyva', 1795633412.7940552, 'open', '', NULL, 0);
INSERT INTO public.release VALUES (1, 1, 'demo', '', 1, true, 'Points', 4, 1795633412.7940552);
INSERT INTO public.report VALUES (1, '\x789ced5ce96fe34696ffde7f4581fba1ed1959ada26ecf668174cf04bb9899204832e8ed951b42892c49842952cbc36ec5f0ff3eef28de94acd8721f819d342116ebbdba7eef6415ef5e092b76d67aa3ac4b61ad22e5ea8b486fc32879635b1d7a18461a9ed9dd1ede6ed4a7795634e5a23470b5e3b9da2d6a119f687ea3a3d80b03e4dcebca6e8f186e55b2c692385d6cbc189fc76f16e1a2bbddd163d75be938c10ad3e564e4f626723219386377349c2a7ba995ea39c3a1727b72f8d07362a7a08555b0d101b1dcc666509a7a3bc4df4eb8d9fa3ac1012d951f6b7aae0277117e82a2bb5742580be55ceb0029ac45ba58f8fa36525b64242c1d2cc3c8216e5855584bcfd731dc25518aaca024d0c96d185d57ca367a13463be105220913e5676dc3b37b627baba2c00b56d8e23f4dd558f8dec64bb42bb63a12db2874741c8b30f077c078ad232d14fc0b42e184411285be584561ba8d053eea5aaf88b1e5a6914a7849faddc1708465898aafb1c7336898c7e0d15065575adcdbc44b7c9c1feb9744255a003e221dc394322baeb34c03c7700e52df37c32ca185a1210a4415d50027aee72495b2045040bdfa686631a425b24c73aea7564118eb7215576f619574e078a6389bcef2a8ece6a8fe19de00416318d6c60b3c1881d51c8bac8f252f28866229c7d15b582fab3620bce32ee59dc2677306d2fcd633535aeee20f5ee0c64209ae23ca75d61e63fb57f8712dd4224c13c483f0559c88adbfebe6356fbcd85b78be97ec4816d285ef39f9c36d087ce2d2505a4677687cf0cc51663df85edc99d1416fe7f07fffa237b63a7b58eceb5dad63283971ac56060a28bd6efe5b7fda6a27d1bcccb237c57f58ae9c242519b3fa44b24de7b1062971916bafdb1bd81d9438dfaf160f3bb9a29012d92489de6c3350624f549c463abf472d189724009585bbd24971ef401ba828da51062d44ab145515b1b466b3d7f3d71d51babc85cb556af7ec11d6eee18546f493af763aeabefdc7f7effe8ef72b1d6890733dbf51bee7ce37846fea62a46e03ea01e049a37ec3290dd486e67011aa889662e9ad525af83bebda63bdb78a3c7ae468dfa7eecdac39de1797b7a55b686b567f74e079a3263d7f9f17bcaf37b297fe3d5f8ae7efabf459fb3819be5eb1529fdd81007e224012ff6c3edefaa0f7b1c00f4354dfa8db7dc0c37d471414efcb14efd7a0a0cb14ebd0f7c3db2ac5bc4c8188da9529b8e0fe23c1210a6f7378c5dbb0c09ea3b6197e9018eacd7db5d07e5121f4d34d502ebcbf4726890bfa2123833b1d45d95d122947a3a92be4c9d1d136c3ef7d0e8cbc1110385f05aaa4f6ef59f43f662aa1aab5515b691fcc57496b0b74207cb6cfa4b14167bfca599c4cedcbeea8aef6ff1b56533860541768699bea7f0dcfe7b5e76523d03fc608dc4661b09aab20bed5d1b18620dea09e68d88077d815b4f86007a80ab80f71a202477f43b600d6e10d757e96061e58b3cd456ff0f1735905a386737b90a9e51318843b5027c18a3c5b39a42ead22a8bae37be4b701edee05cc49f69155eaa00b97f98539ef1e698b93b193a76567dfd76d1f18094dab6378a03243b5532d82e52ef4ce5a119632cee9269ea75b53705fb3a5771031c431b56dea934c7157694d226fb54ee87e82abe26fd78a8031d6e071a019d609164cba532840824d4811861cddef37d2e6ee3369bcce3e5db0d02a89e766b51a2ae12d3e2509e71a104da4d1b36903bba90d7aaddaa0a9f41ed008e551168a6158570c55be8f510ebfc2f049a50b37d431444b89c0b6eb5328c265a203a183305dadbb87fc4cc5f5e33544cc1096256b15904855fd4e39ea0e4ee57a966519d8b6c8f20281731d84e4eac941775896ef0b603f9e56049cc3debcc5b11cd675c688789cbe1dbbd9ceb4fc37799656fb8d56c7cfd2cea0d94e6574cfd3eab0d1eaf459da197d414390f5e6b35882bb435e613d68fbcfcc2703152286c2f112f04affab127c19eea773c58b282d028e98ca28a9c0d90c7534ce10064583faef3effee957ea39a47cd494192e148adc01a528776a0f1e2caeae62571126ea936b0009881ee025f62c0d1565569397e581875826cc67e0186c2f7025d6921b380d52606d40434d4af36c118dfdf04e3a4cc1fe541b03cd4da300d3486c132536da3169afde0dd6803018ee8bece80a9e27b94b10e300c62af48f2a133402238bff592f59c954796346d3c8ef452471ac3139e9d364fa7dc9abe517e4a7333c7e2034de679d4a35aa4c9698b09fb2da9404ec68858abc859ffae9c60231cecb5848389b7d173cae3ce51a4b5fb47480f9ec00984a578530c7056ca183e870fe8c5027362026517a76deb6947ff458498468fc5b5d65b9a22e8c541df8fc62fb24ca3400842744e9a1fc929ed26ce407fc8734cdbc9a92dce4095f4ce3b2da5f679d56564e67de69ab16ba193e72f39cd67cb69567286794ef1ed03cf1fa22f12934fa06f3e7fc969b2d606bf8c017515543d2b17df5b398021979f3cd6cb7ac1cd97c4cd1daca88ac8fb4165486e1577dd36b7553f95da3b40d22b93b063787f089b341310f593423e1aa89d92de71d6d8992ad79f4276b4628183071b0ed62bc43a0b1565617fc3db46878972b2f6049c798efbf280ab50c145b569af5e2d77995e8321c478e98262a412952d2120b8ffd8e2bf16cbf8fd12931fd82f3653b4f62251d79ab3536460313992885b15675e48985b5874f7cd28739fa6c6936dba99a41779fc16e5718b26dd3d46bad8ba3f46b61e8b859360e5050b05162060b69f88859216f9aab0d058e6d3acf51f0c0b87563608c582049d0d03ee6dd2cbe4e845c662b0204e581a01da92f81243093058f9ee0f1e44d5a4a041a274cf8b59f98ae173bccf768c2a792cb4d81c31b40a50316d1a009af42785db07c91b8ac157a1dc93b58cc28d58445a5d27eb08df21096f837b2a0547b51dd116cd5e054c162eb2dac687bb0aae028a63c57762e67b7172064339c7648f801fe0295e0522fb9b5d5973fabb8221c3efb7a5dfe5f2f9fb3de5fcfbe3c7ab601b810f7a66fa70461de8084e889683f3f6c19c9f738c55ce9760ba62c6198c8ec9847cac653dcefab52ad25489bddf68666d56197147403497ac85c4872fb1fd372bbccf1870f1dba5fc75d1fdbdc93d1f91759c7cb62d292f1b155f362a960bbe71c17f86a49ed5f97a372aeeddb6e3442a5e679bca2b3be8d3e8c6c3f7022ebe65e08465a9de177b5b13813783efa6609ac3e35ed79821ce702017b2ae306bfc1ef59e66b7d57f43725831bd52e8849c0b3a3212ac841491feffd48bf0388471df952f32bd7440e13ee31ec0175dfba26bffd0baf6d7ec469ce1c619104107802910c1a4a1ce2f3112f9c1f33584127ca60bc30accee42f434e8e079a73ca6417dc22f39bf131799803b6bcf7733dffecf186ae02b76baedf0fb59882b9ea8180a6b7147a7b518e57c008d53d1d62577171e47b43fc89676a794a5b6b0ef187e51b21b06d5265b59c444e169747e89ccb3288d8609e38ef13cd5dc59ab60a5b3fa7f42eaf372edc7cc52999e921ddf098ae2e06787199e5bbcfa8f3695b620f3206ef1ec19e66f04a0a803ad392a8db5c03d345b580544472cd6caa54c5e20fa3d11e32bf2773ffd4ba089e89ec8e4a21d6ab1b7c6c2c272a511ac85073ff1d41d34dc30ba7f03fbb5cb514359a9e25d8c080347ef35bf9177a312ddb4bfbdeef038fbbb7763c803561847cd26d8ae9be056967b7b7ec812ff1826c2c59d0d8a1268b2b9824f33b712e6a4c5dcf665f784e6f6aea5d14ee905d8bcee02f4a5b1ce3151b7dacf4b3198d812b7cb96193d44832fe248f65e6cff8bedff466cff9176fdc5c09ecec09eea08090e7beec573d03134116ed34cfe43ab1bf3ae9e33cdca0f83b67365d9f3fc5d3eefbfc489dec502ee3d2ade67288b3d9e4fb095471f364303090be2b97ad60850f767f4ca7dfcfa0e9a3d29c87ceaa1a677f8d2833f3a207862456d6feaeff4e65a362ed3111d722c55feba2e597b915bf128ab5e67b76db773451ef07305666730b5e06bb5440fcf2c366d9a4dd6986e2119c148023f1c414a8894783130857bd1f9e30c7656b654001f2e6a93c672eb7f25a5024df31b2457d05b1fd9ca5feee55f9ab8a3cebf0e9b7b9dff67b38d4013ba62add3c88b13cf11b91bd2dcf8ec99daf36cc68ef92c42db166858e7b901f4f19b9f91883e7271e80c5c082abf5d6b7de6645acb100f68a9ea009b9aaac6ed91c7de227acd1e84f91a8bc68aa2a1653bfd648f9e7deb6f48b37df103ea83ae5d17d01fd91be12de0c5e63cb18dd2a0fdc8baf15fe65479ce3bf91e27a51ebedc0e945f4e083f2ca6d8b3b6acf74fd5f22f26986da33a2099b0266f78484da9acb37aec69d4b5e70234c88c82ef146b7f2950d96bf71432f8b07f91717a9143b3e6e3a6a17c170601cc3ca5905a84ce8dc26d8b98f58e11b3c77c1e02db6b91b1bf62b150c2f562e7d924adf72ca77fc698c8c2eecfb48afc5df36dd2690e7e7398075690d855e48b1be018b9266bcffd86fecea2b8127e62405c3b71bbff8c2d13754a4718f392ec842d653b29ac37c76cf343bcf939dba29147bea862f0d7335594899acd5e773149d52d9254ed2927594a7f50c07e7cca8916f1c085f23e8fa9f4e1984a3f3f50e9435ee9436ba59f5b2a199e7b13523f9793453fb34378281df5a15cff83a6ec53e7703eaafbc47cd41dad90c59b7ffa2dbb7db0b1accab0b621c81cdaa8e5b460a0fb77005994fd1ce26590a740e90b0cd26a4d7d5932afd1cfa9889e388dadaf6f0f82d198f82db5a0d0a846fe6a7c0a3399d532c7594dbd93d9ce57c40090a15c0c6072ddcef6b4f2020196ce4d7d2d1056ae789da41198add7f8e542d0c766bb23a693ea117d3d7f48852685d8e73ba3b5794eab26bd6e00f24f4ea21550f8f90fbd0058e3cb0c690bd22bf586ab4d16df273cae555e410cf52136e5af8d88482b57a8c0ad8cf752fcb20b12f5c9bcd7f4024a748a980a8f988b69ad57725a5fa002cd983ed9ecc8e5ccf2775714f25be4cb66abd8704fd915a6e3ad2abe16e01d1b57f552fc5defa8e767af293df8fa1cbf38496d47a15fc30596d4fc26f0ac58c593d639e862dd861159d56c61d6a0bdc048dc9bf1c3bc7aae4a2ad845a695fb0ceed565cbfa5516b1a2670bbd56375ebb0778bb0ee7b779d624ef214d05254579d72cef4d977f11ecc8c4a5325082228cc48f79fa221b17c9aa791183f3936e16a81158d42de311a1ddf45601c9f70927a27a083e9b88e273afcd8978c41af140365e9eb7b128bf6e95d5d3efeb769ece6a802bc44c25de9ca4e7f5debd323abbd27a768eae45db7e2fd03b278d188b550a4aa3236ed79ec3c7bd4bba2aff5491ab97304f5dab24daf1d6b895dd09dede78fad6b851cb2589347d8ad79d2b927c74c22ea4bcb0e5af76ff520e2e87d3ffa35a5547d6eef607f46ddc52001f2e7cbd11bfe844984fe826a96bbeaafbbfbbdf7edbdd286694f966f9b214bbe28d9a67dd8f9bda8bff6064827525bfa5e19d24027425d40ecc3b873fff49d857c17f08d9a3aba42b97f4e93aa0eb90ae23ba8ee93aa1eb14af36d1da446b13ad4db436d1da446b13ad4db436d1da44db27da3ed1f689b64fb47da2ed136d9f68fb44db27da3ed10e887640b403a21d10ed806807443b20da01d10e887640b443a21d12ed906887443b24da21d10e897648b443a21d12ed886847443b22da11d18e887644b423a21d11ed886847443b26da31d18e89764cb463a21d13ed9868c7443b26da31d14e887642b413a29d10ed846827443b21da09d14e887642b453a29d12ed9468a7443b25da29d14e89764ab453a29d4e191b0c8e1ea3a36700c3f8e831407a8c901e43a4c718e931487acc25831873312033283330333833403348335063ac49069bb40d52990be34d32e024234e32e424634e32e824a34e32ec24e34ef60de0990b434f32f624834f32fa24c34f32fe24035032022543500e8cdc301746a164184ac6a164204a46a264284ac6a264304a46a31c1af1632e0c48c988940c49c998940c4ac9a8940c4bc9b8940c4c393252cc5c189b92c129199d92e129199f92012a19a192212a19a3726c94017361984ac6a964a04a46aa64a84ac6aa64b04a46ab64b8ca89d129cc05114bcaabfc59a833fee64fa6c4d0c5fad67fe1186b478128df908df1f7beac2f8e2c3dfcaabea8fbb8fd8219f59ed7f4554b030fae324faed8075372b8b3a0c1aa7db3bd6eed3e4153b2c68882a4c3acc0aebfba7ff56ffd88a76c', '[]');
INSERT INTO public.rubric_item VALUES (1, 1, 'demo', '1.1', 1, 'Xyzzyva', 1, false);
INSERT INTO public.submission VALUES (1, 1, 2, 'demo', 'Xyzzyva.py', '\x64656620646f75626c65286e293a0a2020202072657475726e2032202a206e0a232058797a7a7976610a', '657ccfe2436ddb75bdee27beede26eb06defb95f686e9c3338314dbb69893c3b', 'key 2', 1795633412.6581588);
INSERT INTO public.submission VALUES (2, 1, 8, 'demo', 'ben.py', '\x64656620646f75626c65286e293a0a2020202072657475726e206e0a', 'd40dce97f2a151f134f0bfeedf24f5fe767113a5a124a810bdbc41e8fb8c9962', 'key 3', 1795633412.8623824);
INSERT INTO public.terms VALUES (1, 1, 'demo', 0, 0, 0, 0, 2, 7, false, 1, 4, 1795633412.7940552, 'latest', 0);
INSERT INTO public.webhook VALUES (1, 1, 'https://Xyzzyva.test', 'Xyzzyva', false, 0, 4, 1795633412.7940552);
SELECT pg_catalog.setval('public.audit_id_seq', 1, false);
SELECT pg_catalog.setval('public.binding_id_seq', 1, false);
SELECT pg_catalog.setval('public.choice_id_seq', 1, false);
SELECT pg_catalog.setval('public.comment_id_seq', 2, true);
SELECT pg_catalog.setval('public.comparison_id_seq', 1, false);
SELECT pg_catalog.setval('public.course_id_seq', 2, true);
SELECT pg_catalog.setval('public.delivery_id_seq', 1, false);
SELECT pg_catalog.setval('public.edition_id_seq', 2, true);
SELECT pg_catalog.setval('public.extension_id_seq', 1, true);
SELECT pg_catalog.setval('public.grading_id_seq', 2, true);
SELECT pg_catalog.setval('public.identity_id_seq', 1, false);
SELECT pg_catalog.setval('public.mark_id_seq', 1, true);
SELECT pg_catalog.setval('public.person_id_seq', 8, true);
SELECT pg_catalog.setval('public.phrase_id_seq', 1, true);
SELECT pg_catalog.setval('public.regrade_request_id_seq', 1, true);
SELECT pg_catalog.setval('public.release_id_seq', 1, true);
SELECT pg_catalog.setval('public.rubric_item_id_seq', 1, true);
SELECT pg_catalog.setval('public.secret_id_seq', 1, false);
SELECT pg_catalog.setval('public.submission_id_seq', 2, true);
SELECT pg_catalog.setval('public.terms_id_seq', 1, true);
SELECT pg_catalog.setval('public.trial_id_seq', 1, false);
SELECT pg_catalog.setval('public.webhook_id_seq', 1, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.binding
    ADD CONSTRAINT binding_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.choice
    ADD CONSTRAINT choice_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT comparison_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.report
    ADD CONSTRAINT converted_report_pkey PRIMARY KEY (grading_id);
ALTER TABLE ONLY public.course
    ADD CONSTRAINT course_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.course
    ADD CONSTRAINT course_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.edition
    ADD CONSTRAINT edition_course_id_assignment_digest_key UNIQUE (course_id, assignment, digest);
ALTER TABLE ONLY public.edition
    ADD CONSTRAINT edition_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.extension
    ADD CONSTRAINT extension_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.grading
    ADD CONSTRAINT grading_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.grading
    ADD CONSTRAINT grading_submission_id_edition_id_key UNIQUE (submission_id, edition_id);
ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_issuer_subject_key UNIQUE (issuer, subject);
ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.mark
    ADD CONSTRAINT mark_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_pkey PRIMARY KEY (person_id, course_id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_login_key UNIQUE (login);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.phrase
    ADD CONSTRAINT phrase_course_id_assignment_text_key UNIQUE (course_id, assignment, text);
ALTER TABLE ONLY public.phrase
    ADD CONSTRAINT phrase_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.regrade_request
    ADD CONSTRAINT regrade_request_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.release
    ADD CONSTRAINT release_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rubric_item
    ADD CONSTRAINT rubric_item_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.secret
    ADD CONSTRAINT secret_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.secret
    ADD CONSTRAINT secret_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_person_id_key_key UNIQUE (person_id, key);
ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.terms
    ADD CONSTRAINT terms_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.trial
    ADD CONSTRAINT trial_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.worker
    ADD CONSTRAINT worker_pkey PRIMARY KEY (id);
CREATE INDEX binding_of ON public.binding USING btree (submission_id, role);
CREATE INDEX choice_of ON public.choice USING btree (course_id, assignment, person_id);
CREATE INDEX comment_of ON public.comment USING btree (submission_id);
CREATE INDEX comparison_of ON public.comparison USING btree (course_id, assignment);
CREATE INDEX delivery_due ON public.delivery USING btree (delivered_at, next_at);
CREATE INDEX extension_of ON public.extension USING btree (course_id, assignment, person_id);
CREATE INDEX mark_of ON public.mark USING btree (submission_id, task);
CREATE INDEX regrade_request_by_state ON public.regrade_request USING btree (state);
CREATE INDEX release_of ON public.release USING btree (course_id, assignment);
CREATE INDEX trial_by_state ON public.trial USING btree (state);
CREATE INDEX trial_of ON public.trial USING btree (submission_id, role);
CREATE TRIGGER submission_is_immutable BEFORE UPDATE ON public.submission FOR EACH ROW EXECUTE FUNCTION public.refuse_to_change();
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.binding
    ADD CONSTRAINT binding_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.binding
    ADD CONSTRAINT binding_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submission(id);
ALTER TABLE ONLY public.choice
    ADD CONSTRAINT choice_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.choice
    ADD CONSTRAINT choice_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.choice
    ADD CONSTRAINT choice_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submission(id);
ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submission(id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT comparison_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.comparison
    ADD CONSTRAINT comparison_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.report
    ADD CONSTRAINT converted_report_grading_id_fkey FOREIGN KEY (grading_id) REFERENCES public.grading(id);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhook(id);
ALTER TABLE ONLY public.edition
    ADD CONSTRAINT edition_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.extension
    ADD CONSTRAINT extension_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.extension
    ADD CONSTRAINT extension_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.extension
    ADD CONSTRAINT extension_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.grading
    ADD CONSTRAINT grading_edition_id_fkey FOREIGN KEY (edition_id) REFERENCES public.edition(id);
ALTER TABLE ONLY public.grading
    ADD CONSTRAINT grading_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submission(id);
ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.mark
    ADD CONSTRAINT mark_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.mark
    ADD CONSTRAINT mark_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submission(id);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.phrase
    ADD CONSTRAINT phrase_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.regrade_request
    ADD CONSTRAINT regrade_request_answered_by_id_fkey FOREIGN KEY (answered_by_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.regrade_request
    ADD CONSTRAINT regrade_request_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submission(id);
ALTER TABLE ONLY public.release
    ADD CONSTRAINT release_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.release
    ADD CONSTRAINT release_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.release
    ADD CONSTRAINT release_edition_id_fkey FOREIGN KEY (edition_id) REFERENCES public.edition(id);
ALTER TABLE ONLY public.rubric_item
    ADD CONSTRAINT rubric_item_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.secret
    ADD CONSTRAINT secret_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.terms
    ADD CONSTRAINT terms_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.terms
    ADD CONSTRAINT terms_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);
ALTER TABLE ONLY public.trial
    ADD CONSTRAINT trial_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.trial
    ADD CONSTRAINT trial_edition_id_fkey FOREIGN KEY (edition_id) REFERENCES public.edition(id);
ALTER TABLE ONLY public.trial
    ADD CONSTRAINT trial_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.submission(id);
ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.course(id);

CREATE TABLE public.team (
	id serial NOT NULL,
	course_id integer NOT NULL,
	assignment VARCHAR NOT NULL,
	name VARCHAR NOT NULL,
	created_at double precision NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(course_id) REFERENCES public.course (id),
	UNIQUE (course_id, assignment, name)
);
CREATE TABLE public.team_rules (
	id serial NOT NULL,
	course_id integer NOT NULL,
	assignment VARCHAR NOT NULL,
	smallest integer NOT NULL,
	largest integer NOT NULL,
	by_students BOOLEAN NOT NULL,
	form_until double precision NOT NULL,
	by_id integer NOT NULL,
	at double precision NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(course_id) REFERENCES public.course (id),
	FOREIGN KEY(by_id) REFERENCES public.person (id)
);
CREATE INDEX team_rules_of ON public.team_rules (course_id, assignment);
CREATE TABLE public.team_member (
	person_id integer NOT NULL,
	course_id integer NOT NULL,
	assignment VARCHAR NOT NULL,
	team_id integer NOT NULL,
	PRIMARY KEY (person_id, course_id, assignment),
	FOREIGN KEY(person_id) REFERENCES public.person (id),
	FOREIGN KEY(course_id) REFERENCES public.course (id),
	FOREIGN KEY(team_id) REFERENCES public.team (id)
);
CREATE INDEX team_member_of ON public.team_member (team_id);
CREATE TABLE public.team_invitation (
	id serial NOT NULL,
	team_id integer NOT NULL,
	person_id integer NOT NULL,
	by_id integer NOT NULL,
	at double precision NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(team_id) REFERENCES public.team (id),
	FOREIGN KEY(person_id) REFERENCES public.person (id),
	FOREIGN KEY(by_id) REFERENCES public.person (id),
	UNIQUE (team_id, person_id)
);
CREATE TABLE public.member_mark (
	id serial NOT NULL,
	course_id integer NOT NULL,
	assignment VARCHAR NOT NULL,
	person_id integer NOT NULL,
	task VARCHAR NOT NULL,
	points double precision,
	reason VARCHAR NOT NULL,
	by_id integer NOT NULL,
	at double precision NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(course_id) REFERENCES public.course (id),
	FOREIGN KEY(person_id) REFERENCES public.person (id),
	FOREIGN KEY(by_id) REFERENCES public.person (id)
);
CREATE INDEX member_mark_of ON public.member_mark (course_id, assignment, person_id);
ALTER TABLE public.submission ADD COLUMN team_id integer REFERENCES public.team (id);
CREATE INDEX submission_by_team ON public.submission (team_id);
ALTER TABLE public.course ADD COLUMN archived_at double precision NOT NULL DEFAULT 0.0;
ALTER TABLE public.course ADD COLUMN copied_from_id integer REFERENCES public.course (id);
SET search_path = public;
CREATE TABLE mail_address (
    person_id INTEGER NOT NULL,
    address VARCHAR NOT NULL,
    key VARCHAR NOT NULL,
    confirmed_at FLOAT NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (person_id),
    FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE TABLE mail_opt_out (
    person_id INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    PRIMARY KEY (person_id, kind),
    FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE TABLE mail_notice (
    id SERIAL NOT NULL,
    person_id INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    key VARCHAR NOT NULL,
    subject VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    path VARCHAR NOT NULL,
    at FLOAT NOT NULL,
    ready_at FLOAT NOT NULL,
    mailed_at FLOAT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE INDEX mail_notice_of ON mail_notice (person_id, kind, key);
CREATE INDEX mail_notice_waiting ON mail_notice (mailed_at, ready_at);
CREATE TABLE mail (
    person_id INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    message_id VARCHAR NOT NULL,
    subject VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    refused_at FLOAT NOT NULL,
    id SERIAL NOT NULL,
    at FLOAT NOT NULL,
    tries INTEGER NOT NULL,
    next_at FLOAT NOT NULL,
    delivered_at FLOAT NOT NULL,
    problem VARCHAR NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE INDEX mail_due ON mail (delivered_at, next_at);
CREATE INDEX mail_of ON mail (person_id, kind);
CREATE TABLE announcement (
    id SERIAL NOT NULL,
    course_id INTEGER NOT NULL,
    title VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    mailed BOOLEAN NOT NULL,
    removed_at FLOAT NOT NULL,
    by_id INTEGER NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(course_id) REFERENCES course (id),
    FOREIGN KEY(by_id) REFERENCES person (id)
);
CREATE INDEX announcement_of ON announcement (course_id);
SELECT pg_catalog.set_config('search_path', '', false);
SET search_path = public;
ALTER TABLE course ADD COLUMN time_zone VARCHAR NOT NULL DEFAULT 'UTC';
CREATE TABLE lti_key (
    id SERIAL NOT NULL,
    kid VARCHAR NOT NULL,
    private_key VARCHAR NOT NULL,
    starts_at FLOAT NOT NULL,
    ends_at FLOAT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (kid)
);
CREATE TABLE lti_platform (
    id SERIAL NOT NULL,
    name VARCHAR NOT NULL,
    issuer VARCHAR NOT NULL,
    client_id VARCHAR NOT NULL,
    auth_url VARCHAR NOT NULL,
    token_url VARCHAR NOT NULL,
    audience VARCHAR NOT NULL,
    jwks_url VARCHAR NOT NULL,
    private BOOLEAN NOT NULL,
    removed_at FLOAT NOT NULL,
    by_id INTEGER NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(by_id) REFERENCES person (id)
);
CREATE TABLE lti_registration (
    id SERIAL NOT NULL,
    ticket VARCHAR NOT NULL,
    private BOOLEAN NOT NULL,
    expires_at FLOAT NOT NULL,
    by_id INTEGER NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (ticket),
    FOREIGN KEY(by_id) REFERENCES person (id)
);
CREATE TABLE section_deadline (
    id SERIAL NOT NULL,
    course_id INTEGER NOT NULL,
    assignment VARCHAR NOT NULL,
    section VARCHAR NOT NULL,
    due_at FLOAT NOT NULL,
    reason VARCHAR NOT NULL,
    by_id INTEGER NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(course_id) REFERENCES course (id),
    FOREIGN KEY(by_id) REFERENCES person (id)
);
CREATE INDEX section_deadline_of ON section_deadline (course_id, assignment);
CREATE TABLE section_member (
    course_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    section VARCHAR NOT NULL,
    PRIMARY KEY (course_id, person_id, section),
    FOREIGN KEY(course_id) REFERENCES course (id),
    FOREIGN KEY(person_id) REFERENCES person (id)
);
ALTER TABLE terms ADD COLUMN opens_at FLOAT NOT NULL DEFAULT 0.0;
CREATE TABLE lti_context (
    id SERIAL NOT NULL,
    platform_id INTEGER NOT NULL,
    deployment VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    line_items_url VARCHAR NOT NULL,
    memberships_url VARCHAR NOT NULL,
    scopes VARCHAR NOT NULL,
    course_id INTEGER,
    roster_at FLOAT NOT NULL,
    roster_next_at FLOAT NOT NULL,
    roster_problem VARCHAR NOT NULL,
    scores_seen VARCHAR NOT NULL,
    scores_next_at FLOAT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (platform_id, deployment, name),
    FOREIGN KEY(platform_id) REFERENCES lti_platform (id),
    FOREIGN KEY(course_id) REFERENCES course (id)
);
CREATE TABLE lti_deployment (
    id SERIAL NOT NULL,
    platform_id INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    accepted_at FLOAT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (platform_id, name),
    FOREIGN KEY(platform_id) REFERENCES lti_platform (id)
);
CREATE TABLE lti_login (
    id SERIAL NOT NULL,
    platform_id INTEGER NOT NULL,
    state VARCHAR NOT NULL,
    browser VARCHAR NOT NULL,
    nonce VARCHAR NOT NULL,
    target VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    expires_at FLOAT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(platform_id) REFERENCES lti_platform (id),
    UNIQUE (state)
);
CREATE TABLE lti_line_item (
    id SERIAL NOT NULL,
    context_id INTEGER NOT NULL,
    assignment VARCHAR NOT NULL,
    url VARCHAR NOT NULL,
    problem VARCHAR NOT NULL,
    tries INTEGER NOT NULL,
    next_at FLOAT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (context_id, assignment),
    FOREIGN KEY(context_id) REFERENCES lti_context (id)
);
CREATE TABLE lti_member (
    id SERIAL NOT NULL,
    context_id INTEGER NOT NULL,
    subject VARCHAR NOT NULL,
    person_id INTEGER,
    role VARCHAR NOT NULL,
    left_at FLOAT NOT NULL,
    name VARCHAR NOT NULL,
    login VARCHAR NOT NULL,
    listed_role VARCHAR NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (context_id, subject),
    FOREIGN KEY(context_id) REFERENCES lti_context (id),
    FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE INDEX lti_member_of ON lti_member (person_id);
CREATE TABLE grading_step (
    grading_id INTEGER NOT NULL,
    task VARCHAR NOT NULL,
    place INTEGER NOT NULL,
    tasks INTEGER NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (grading_id),
    FOREIGN KEY(grading_id) REFERENCES grading (id)
);
CREATE TABLE lti_score (
    id SERIAL NOT NULL,
    line_item_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    wanted VARCHAR NOT NULL,
    sent VARCHAR NOT NULL,
    begun BOOLEAN NOT NULL,
    tries INTEGER NOT NULL,
    next_at FLOAT NOT NULL,
    refused BOOLEAN NOT NULL,
    problem VARCHAR NOT NULL,
    sent_at FLOAT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (line_item_id, person_id),
    FOREIGN KEY(line_item_id) REFERENCES lti_line_item (id),
    FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE INDEX lti_score_due ON lti_score (next_at);
SELECT pg_catalog.set_config('search_path', '', false);
SET search_path = public;
ALTER TABLE terms ADD COLUMN kit_url VARCHAR NOT NULL DEFAULT '';
SELECT pg_catalog.set_config('search_path', '', false);
SET search_path = public;
CREATE TABLE course_tournament (
    id SERIAL NOT NULL,
    course_id INTEGER NOT NULL,
    assignment VARCHAR NOT NULL,
    pairs INTEGER NOT NULL,
    seconds FLOAT NOT NULL,
    state VARCHAR NOT NULL,
    worker VARCHAR NOT NULL,
    losses INTEGER NOT NULL,
    played INTEGER NOT NULL,
    reason VARCHAR NOT NULL,
    by_id INTEGER NOT NULL,
    at FLOAT NOT NULL,
    games BYTEA,
    files BYTEA,
    PRIMARY KEY (id),
    FOREIGN KEY(course_id) REFERENCES course (id),
    FOREIGN KEY(by_id) REFERENCES person (id)
);
CREATE INDEX course_tournament_of ON course_tournament (course_id, assignment);
CREATE TABLE ladder (
    id SERIAL NOT NULL,
    course_id INTEGER NOT NULL,
    assignment VARCHAR NOT NULL,
    running BOOLEAN NOT NULL,
    pairs INTEGER NOT NULL,
    seconds FLOAT NOT NULL,
    edition_id INTEGER,
    rated_pairs INTEGER NOT NULL,
    rated_at FLOAT NOT NULL,
    by_id INTEGER NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (course_id, assignment),
    FOREIGN KEY(course_id) REFERENCES course (id),
    FOREIGN KEY(edition_id) REFERENCES edition (id),
    FOREIGN KEY(by_id) REFERENCES person (id)
);
CREATE TABLE ladder_player (
    id SERIAL NOT NULL,
    ladder_id INTEGER NOT NULL,
    person_id INTEGER,
    team_id INTEGER,
    agent VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    named BOOLEAN NOT NULL,
    served_at FLOAT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (ladder_id, person_id),
    UNIQUE (ladder_id, team_id),
    UNIQUE (ladder_id, number),
    FOREIGN KEY(ladder_id) REFERENCES ladder (id),
    FOREIGN KEY(person_id) REFERENCES person (id),
    FOREIGN KEY(team_id) REFERENCES team (id)
);
CREATE TABLE ladder_entry (
    id SERIAL NOT NULL,
    player_id INTEGER NOT NULL,
    submission_id INTEGER,
    retired_at FLOAT NOT NULL,
    problem VARCHAR,
    elo FLOAT,
    elo_margin FLOAT NOT NULL,
    at FLOAT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(player_id) REFERENCES ladder_player (id),
    UNIQUE (submission_id),
    FOREIGN KEY(submission_id) REFERENCES submission (id)
);
CREATE INDEX ladder_entry_of ON ladder_entry (player_id);
CREATE TABLE ladder_pair (
    id SERIAL NOT NULL,
    ladder_id INTEGER NOT NULL,
    edition_id INTEGER NOT NULL,
    first_id INTEGER NOT NULL,
    second_id INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    state VARCHAR NOT NULL,
    worker VARCHAR NOT NULL,
    losses INTEGER NOT NULL,
    began_at FLOAT NOT NULL,
    ended_at FLOAT NOT NULL,
    points FLOAT NOT NULL,
    points_back FLOAT NOT NULL,
    reason VARCHAR NOT NULL,
    games BYTEA,
    replays BYTEA,
    PRIMARY KEY (id),
    FOREIGN KEY(ladder_id) REFERENCES ladder (id),
    FOREIGN KEY(edition_id) REFERENCES edition (id),
    FOREIGN KEY(first_id) REFERENCES ladder_entry (id),
    FOREIGN KEY(second_id) REFERENCES ladder_entry (id)
);
CREATE INDEX ladder_pair_first ON ladder_pair (first_id);
CREATE INDEX ladder_pair_of ON ladder_pair (ladder_id, edition_id);
CREATE INDEX ladder_pair_second ON ladder_pair (second_id);
SELECT pg_catalog.set_config('search_path', '', false);
CREATE INDEX grading_by_state ON public.grading USING btree (state, regrade, edition_id, submission_id);
CREATE INDEX grading_of_submission ON public.grading USING btree (submission_id, state, edition_id, reachable);
CREATE INDEX submission_by_course ON public.submission USING btree (course_id, assignment, person_id, created_at, team_id);
