import type { Sample } from "#e2e/access-matrix/callers.ts";
import {
  action,
  open,
  page,
  read,
  staff,
  type ActionRule,
  type Open,
  type RouteRule,
} from "#e2e/access-matrix/rules.ts";
import { membersOnly } from "#e2e/access-matrix/study-rules.ts";
import { t } from "#e2e/support/words.ts";

const members: Open = ["researcher", "admin"];
const ofStudy = ({ study }: Sample, rest = "") => `/api/v1/studies/${study.slug}${rest}`;
const samples: Readonly<Record<string, string>> = {
  "[figures]": "agreement",
  "[table]": "results",
  "[figure]": "forest",
  "[file]": "answers.parquet",
};
/** One route answers them all. */
const below = (path: string) => `/api/v1/[[...path]] ${path}`;
const tokens = "lib/api-tokens/actions.ts#";

/** What programs read with a token answers a signed-in browser alike. */
export const apiRoutes: Record<string, RouteRule> = {
  "/account/tokens": page(staff, t("apiTokens.title")),
  [below("")]: read(staff, () => "/api/v1"),
  [below("openapi.json")]: open(() => "/api/v1/openapi.json"),
  [below("studies")]: read(staff, () => "/api/v1/studies"),
  [below("reviews")]: read(staff, () => "/api/v1/reviews"),
  // The sample has no review: whoever may ask is told so, and nobody else gets as far.
  ...Object.fromEntries(
    ["", "/results", "/manifest", "/report.zip", "/export/[reviewFile]"].map((path) => [
      below(`reviews/[review]${path}`),
      read(staff, () => `/api/v1/reviews/no-such-review${path.replace("[reviewFile]", "items.csv")}`, 404),
    ]),
  ),
  [below("studies/[slug]")]: membersOnly(read(members, (s) => ofStudy(s))),
  [below("studies/[slug]/manifest")]: membersOnly(read(members, (s) => ofStudy(s, "/manifest"))),
  // The study of the sample runs, and what people answer isn't shown before it is closed.
  [below("studies/[slug]/results")]: membersOnly(read(members, (s) => ofStudy(s, "/results"), 409)),
  ...Object.fromEntries(
    [
      "results/[figures]",
      "tables",
      "tables/[table]",
      "figures/[figure]",
      "report.zip",
      "export.zip",
      "export/[file]",
    ].map((path) => [
      below(`studies/[slug]/${path}`),
      membersOnly(
        read(members, (s) => ofStudy(s, `/${path.replace(/\[.*\]/, (part) => samples[part] ?? "")}`), 409),
      ),
    ]),
  ),
  [below("studies/[slug]/[rows]")]: membersOnly(read(members, (s) => ofStudy(s, "/answers"), 409)),
};

export const tokenActions: Record<string, ActionRule> = {
  [`${tokens}makeToken`]: action(staff, () => ({ name: "Notebook", days: "30" }), "done"),
  // The sample's people have none.
  [`${tokens}revoke`]: action(staff, () => ({ id: crypto.randomUUID() }), "not_found"),
};
