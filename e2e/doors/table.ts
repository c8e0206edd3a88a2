import { callers, type Caller, type Sample } from "#e2e/doors/callers.ts";
import { t } from "#e2e/support/words.ts";

// Who may do what. Whatever the build answers has a line here, and nothing else has.

type Open = readonly Caller[];
const everybody: Open = callers;
const signedIn: Open = ["participant", "researcher", "stranger", "admin"];
const staff: Open = ["researcher", "stranger", "admin"];
const admins: Open = ["admin"];
const participants: Open = ["participant"];

type Address = (sample: Sample) => string;
export type RouteRule =
  | { kind: "page"; open: Open; heading: (sample: Sample) => string; address?: Address }
  | { kind: "handler"; open: Open; methods: readonly string[] }
  | { kind: "home"; homes: Record<Caller, string> }
  | { kind: "always"; status: number };

const page = (open: Open, heading: string | ((sample: Sample) => string), address?: Address): RouteRule => ({
  kind: "page",
  open,
  heading: typeof heading === "string" ? () => heading : heading,
  address,
});
const handler = (open: Open, ...methods: string[]): RouteRule => ({ kind: "handler", open, methods });
const always = (status: number): RouteRule => ({ kind: "always", status });

const studies = "/studies";
const homes = {
  nobody: "/sign-in",
  participant: "/sittings",
  researcher: studies,
  stranger: studies,
  admin: "/admin",
};

export const routes: Record<string, RouteRule> = {
  "/": { kind: "home", homes },
  "/sign-in": page(everybody, t("signIn.title")),
  "/enter/[token]": page(
    everybody,
    ({ target: { name } }) => t("enter.title", { name }),
    (s) => `/enter/${s.token}`,
  ),
  "/sittings": page(participants, t("participantHome.title")),
  "/come-back": page(participants, t("participantHome.comeBackTitle")),
  "/account": page(staff, t("account.title")),
  "/account/password": page(staff, t("setPassword.title")),
  "/studies": page(staff, t("studies.title")),
  "/admin": page(admins, t("admin.title")),
  "/admin/people": page(admins, t("people.title")),
  "/admin/people/[userId]": page(
    admins,
    ({ target }) => target.name,
    (s) => `/admin/people/${s.target.id}`,
  ),
  "/gallery": page(everybody, t("gallery.title")),
  "/icon.svg": handler(everybody, "GET", "HEAD"),
  "/favicon.ico": handler(everybody, "GET", "HEAD"),
  "/api/health": handler(everybody, "GET", "HEAD", "OPTIONS"),
  "/_not-found": always(404),
  "/_global-error": always(404),
};

/** Where a route is to be found, with this sample's values in it. */
export function addressOf(route: string, sample: Sample): string {
  const rule = routes[route];
  if (rule?.kind === "page" && rule.address) return rule.address(sample);
  return route === "/_not-found" ? "/nowhere" : route;
}

/** "→ /path" for being sent there, "done", "silent" where nothing is answered, else the code of a refusal. */
export type Outcome = string;
export type ActionRule = {
  open: Open;
  input: (sample: Sample) => Record<string, string>;
  answer: Outcome;
  /** What a caller who may gets for sending nothing. */
  without: Outcome;
};

const none = () => ({});
const aPerson = ({ target }: Sample) => ({ userId: target.id });
const action = (
  open: Open,
  input: ActionRule["input"],
  answer: Outcome,
  without: Outcome = "invalid",
): ActionRule => ({
  open,
  input,
  answer,
  without,
});

const auth = "lib/auth/actions.ts#";
const users = "lib/users/actions.ts#";
const preferences = "lib/preferences/actions.ts#";
const left = "→ /sign-in?left=";

export const actions: Record<string, ActionRule> = {
  [`${auth}enter`]: action(everybody, ({ token }) => ({ token }), "→ /studies"),
  [`${auth}signIn`]: action(
    everybody,
    ({ target, secret }) => ({ handle: target.handle, secret }),
    "→ /studies",
  ),
  [`${auth}signOut`]: action(signedIn, none, `${left}1`, `${left}1`),
  [`${auth}signOutEverywhere`]: action(signedIn, none, `${left}everywhere`, `${left}everywhere`),
  [`${auth}endDevice`]: action(signedIn, ({ otherSignInId }) => ({ id: otherSignInId }), "done"),
  [`${auth}setPassword`]: action(staff, ({ secret }) => ({ password: secret, repeated: secret }), "done"),
  [`${auth}makePassphrase`]: action(participants, none, "done", "done"),
  [`${users}addUser`]: action(admins, () => ({ name: "Zoe Newcomer", role: "participant" }), "done"),
  [`${users}makeNewLink`]: action(admins, aPerson, "done"),
  [`${users}deactivate`]: action(admins, (s) => ({ ...aPerson(s), confirmation: s.target.handle }), "done"),
  [`${users}reactivate`]: action(admins, aPerson, "done"),
  [`${users}setRole`]: action(admins, (s) => ({ ...aPerson(s), role: "admin" }), "done"),
  [`${users}signOutUser`]: action(admins, aPerson, "done"),
  [`${preferences}chooseTheme`]: action(everybody, () => ({ theme: "dark" }), "silent", "silent"),
  [`${preferences}chooseLanguage`]: action(everybody, () => ({ language: "zh-CN" }), "silent", "silent"),
};
