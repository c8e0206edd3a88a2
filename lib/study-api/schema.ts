import { z } from "zod";
import { studyStates } from "#lib/studies/schema.ts";
import { populations } from "#lib/study-results/schema.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

/** Of the interface, not of the product: its first number counts what was changed or taken away, its second what was added. */
export const apiVersion = "1.3.0";

export const rowKinds = ["answers", "participants", "cases", "predictions", "history"] as const;
export type RowKind = (typeof rowKinds)[number];

/** What the pages of results show beside the overview, below results. */
export const figureKinds = ["agreement", "calibration", "cases", "models", "people"] as const;
export type FigureKind = (typeof figureKinds)[number];

const count = z.int().min(0);
const time = z.iso.datetime();
const address = z.string();

export const next = address
  .nullable()
  .describe("Address of the next page on this server, also sent in the header Link; null on the last page.");

const linked = {
  results: "results",
  agreement: "results/agreement",
  calibration: "results/calibration",
  caseFigures: "results/cases",
  models: "results/models",
  people: "results/people",
  tables: "tables",
  report: "report.zip",
  export: "export.zip",
  manifest: "manifest",
  answers: "answers",
  participants: "participants",
  cases: "cases",
  predictions: "predictions",
  history: "history",
} as const;
type LinkName = keyof typeof linked;

const mapLinks = <T>(of: (path: string) => T) =>
  Object.fromEntries(Object.entries(linked).map(([name, path]) => [name, of(path)])) as Record<LinkName, T>;

export const linksSchema = z.strictObject({ self: address, ...mapLinks(() => address) });

export function linksOf(slug: string): z.output<typeof linksSchema> {
  const self = `/api/v1/studies/${encodeURIComponent(slug)}`;
  return { self, ...mapLinks((path) => `${self}/${path}`) };
}

const sittings = z.strictObject({ consented: count, started: count, submitted: count, withdrawn: count });

const common = {
  slug: z.string().describe("Identifies the study in every address."),
  title: z.string(),
  state: z.enum(studyStates),
  benchmark: z.strictObject({ slug: z.string(), name: z.string() }).nullable(),
  isDemo: z.boolean(),
  hasSimulated: z.boolean().describe("Whether simulated people took part; they are never counted as people."),
  createdAt: time,
  openedAt: time.nullable(),
  closedAt: time.nullable(),
  links: linksSchema,
};

export const studySchema = z.strictObject({
  ...common,
  people: count.describe("Number of people planned."),
  sittings: sittings.describe("People’s sittings in each state."),
  simulated: sittings.describe("The same for simulated people."),
});

export const studyDetailSchema = z.strictObject({
  ...common,
  manifestHash: z
    .string()
    .nullable()
    .describe("SHA-256 of the frozen plan, as sent by manifest; null before opening."),
  views: z
    .strictObject({
      kinds: z
        .array(z.enum(kindNames))
        .describe("Kinds of the study’s cases; figures are of one kind, the first unless asked otherwise."),
      tracks: z.array(z.string()).describe("Tracks of all kinds; a track asked for names its kind."),
      cohorts: z.array(z.string()),
      has: z
        .strictObject({ people: z.boolean(), simulated: z.boolean() })
        .describe("Whether anybody has begun."),
      shown: z
        .strictObject({ people: z.boolean(), simulated: z.boolean() })
        .describe("Whether results can be read now; while a study runs, its plan decides."),
    })
    .nullable()
    .describe("The results and rows that can be requested; null before opening."),
});
export type StudyDetail = z.output<typeof studyDetailSchema>;

export const studyPageSchema = z.strictObject({ items: z.array(studySchema), next });

export const startSchema = z.strictObject({
  name: z.literal("Benchside"),
  version: z.string().describe("Version of the product."),
  api: z.string().describe("Version of this API."),
  you: z
    .strictObject({ name: z.string(), role: z.enum(["researcher", "admin"]) })
    .describe("The token’s owner."),
  links: z.strictObject({ studies: address, reviews: address, openapi: address }),
});

export const problemSchema = z.strictObject({
  error: z.string().describe("A stable code."),
  message: z.string().describe("What to do; the wording may change."),
});

export const tablesDocument = z.object({
  study: z.string(),
  who: z.enum(populations),
  tables: z.array(
    z.object({
      name: z.string(),
      caption: z.string(),
      columns: z.array(z.object({ key: z.string(), label: z.string() })),
      rows: z.array(z.object({ key: z.string(), label: z.string() })),
      address: z.string(),
    }),
  ),
});
