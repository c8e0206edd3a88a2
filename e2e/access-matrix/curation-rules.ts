import { action, admins, page, read, type ActionRule, type RouteRule } from "#e2e/access-matrix/rules.ts";
import { t } from "#e2e/support/words.ts";

export const curationRoutes: Record<string, RouteRule> = {
  "/admin/benchmarks/[slug]/curation": page(
    admins,
    t("curation.title"),
    ({ benchmark: { slug, runId } }) => `/admin/benchmarks/${slug}/curation?run=${runId}`,
  ),
  "/admin/benchmarks/[slug]/pool": page(
    admins,
    t("pools.title"),
    ({ benchmark }) => `/admin/benchmarks/${benchmark.slug}/pool`,
  ),
  "/admin/benchmarks/[slug]/dropped": page(
    admins,
    t("curation.cases.went"),
    ({ benchmark }) => `/admin/benchmarks/${benchmark.slug}/dropped`,
  ),
  "/admin/benchmarks/[slug]/export": page(
    admins,
    t("benchmarkFolders.title"),
    ({ benchmark }) => `/admin/benchmarks/${benchmark.slug}/export`,
  ),
  "/api/benchmarks/[slug]/export/[file] pool-drops.jsonl": read(
    admins,
    ({ benchmark }) => `/api/benchmarks/${benchmark.slug}/export/pool-drops.jsonl`,
  ),
  "/api/benchmarks/[slug]/export/[file] folder.zip": read(
    admins,
    ({ benchmark }) =>
      `/api/benchmarks/${benchmark.slug}/export/folder.zip?release=1.0.0&licence=MIT&creator=Us&contact=us&limits=None`,
  ),
  "/api/benchmarks/[slug]/export/[file] lineage.json": read(
    admins,
    ({ benchmark }) => `/api/benchmarks/${benchmark.slug}/export/lineage.json`,
  ),
  "/api/benchmarks/[slug]/export/[file] dropped.jsonl": read(
    admins,
    ({ benchmark }) => `/api/benchmarks/${benchmark.slug}/export/dropped.jsonl`,
  ),
  "/api/benchmarks/[slug]/figures/[figure]": read(
    admins,
    ({ benchmark }) => `/api/benchmarks/${benchmark.slug}/figures/runs?format=csv`,
  ),
};

export const curationActions: Record<string, ActionRule> = {
  // Of its two cases the run is sure of one, and failed on the other.
  "lib/curation/actions.ts#filterByConfidence": action(
    admins,
    ({ benchmark: { slug, name, runId } }) => ({
      slug,
      name: `${name} hard`,
      run: String(runId),
      threshold: "0.5",
      exactly: "stays",
      rule: "any",
      kept: "1",
    }),
    "done",
  ),
  "lib/imports/actions.ts#countVectors": action(
    admins,
    ({ benchmark: { slug, uploadId, endpointId } }) => ({
      slug,
      endpointId: String(endpointId),
      model: "embed",
      files: JSON.stringify([{ uploadId }]),
    }),
    "done",
  ),
  "lib/imports/actions.ts#fetchVectors": action(
    admins,
    ({ benchmark }) => ({ jobId: benchmark.checkId }),
    "not_found",
  ),
};
