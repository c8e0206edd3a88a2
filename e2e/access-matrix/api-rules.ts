import type { Sample } from "#e2e/access-matrix/callers.ts";
import {
  action,
  handler,
  everybody,
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
const tokens = "lib/api-tokens/actions.ts#";

/** What programs read with a token answers a signed-in browser alike. */
export const apiRoutes: Record<string, RouteRule> = {
  "/account/tokens": page(staff, t("apiTokens.title")),
  "/api/v1": read(staff, () => "/api/v1"),
  "/api/v1/openapi.json": handler(everybody, "GET", "HEAD", "OPTIONS"),
  "/api/v1/studies": read(staff, () => "/api/v1/studies"),
  "/api/v1/reviews": read(staff, () => "/api/v1/reviews"),
  // The sample has no review: whoever may ask is told so, and nobody else gets as far.
  ...Object.fromEntries(
    ["", "/results", "/manifest", "/report.zip", "/export/[reviewFile]"].map((path) => [
      `/api/v1/reviews/[review]${path}`,
      read(staff, () => `/api/v1/reviews/no-such-review${path.replace("[reviewFile]", "items.csv")}`, 404),
    ]),
  ),
  "/api/v1/studies/[slug]": membersOnly(read(members, (s) => ofStudy(s))),
  "/api/v1/studies/[slug]/manifest": membersOnly(read(members, (s) => ofStudy(s, "/manifest"))),
  // The study of the sample runs, and what people answer isn't shown before it is closed.
  "/api/v1/studies/[slug]/results": membersOnly(read(members, (s) => ofStudy(s, "/results"), 409)),
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
      `/api/v1/studies/[slug]/${path}`,
      membersOnly(
        read(members, (s) => ofStudy(s, `/${path.replace(/\[.*\]/, (part) => samples[part] ?? "")}`), 409),
      ),
    ]),
  ),
  "/api/v1/studies/[slug]/[rows]": membersOnly(read(members, (s) => ofStudy(s, "/answers"), 409)),
};

export const tokenActions: Record<string, ActionRule> = {
  [`${tokens}makeToken`]: action(staff, () => ({ name: "Notebook", days: "30" }), "done"),
  // The sample's people have none.
  [`${tokens}revoke`]: action(staff, () => ({ id: crypto.randomUUID() }), "not_found"),
};
