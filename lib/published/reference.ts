import { inconsistenciesOf, findResults, listTables } from "#lib/published/tables.ts";
import figures from "#lib/published/figures.json" with { type: "json" };
import { citationOf, concerns } from "#lib/published/schema.ts";

export type ReferenceRow = {
  /** What the table calls it. */
  name: string;
  /** A share, from the percentage as printed. */
  value: number;
  /** Which version of it the paper says it was; null where it says none. */
  version: string | null;
  /** What in print doesn't fit with this figure. */
  findings: readonly string[];
};

/** What was published of a benchmark: over all of its cases, so never one of a study's own figures. */
export type Reference = {
  citation: string;
  source: string;
  /** How many cases it is over. */
  cases: number;
  models: readonly ReferenceRow[];
  people: Omit<ReferenceRow, "version"> & {
    source: string;
    answers: number;
    /** How many cases each participant had. */
    cases: number;
    /** Whether it was printed, or follows from what was. */
    isPrinted: boolean;
  };
};

const { humanStudy, modelVersions, tracks: printedTracks } = figures.personaeval;
const humanTable = humanStudy.id;

const versionOf = (name: string | undefined): string | null =>
  modelVersions.rows.find(({ model }) => model === name)?.version ?? null;

// As it would be written: 90.8 hundredths are 0.908 and not a little less.
const shareOf = (percent: number): number => Number((percent / 100).toFixed(6));

/** Of the paper's benchmark as a whole or of one of its tracks; null where a study's cases are from neither. */
export function findReference(tracks: readonly string[]): Reference | null {
  const key = JSON.stringify(tracks);
  const known = memoized.get(key);
  if (known !== undefined) return known;
  const found = readReference(tracks);
  // What was printed doesn't change; of other tracks there is nothing to keep.
  if (found) memoized.set(key, found);
  return found;
}

const memoized = new Map<string, Reference>();

function readReference(tracks: readonly string[]): Reference | null {
  const known = printedTracks.filter(({ id }) => tracks.includes(id));
  if (known.length !== tracks.length || (known.length !== 1 && known.length !== printedTracks.length))
    return null;
  const [only] = known.length === 1 ? known : [];
  const table = findResults(only?.id ?? null);
  if (!table) return null;
  const found = inconsistenciesOf(table.id).filter(({ column }) => column === null || column === "top1");
  const { correct, answers } = humanStudy.derived;
  const part = only ? (only.id.toLowerCase() as keyof typeof correct) : null;
  return {
    citation: citationOf(table.paper),
    source: table.source,
    cases: known.reduce((sum, { items }) => sum + items, 0),
    models: table.rows.flatMap(({ name, values }) => {
      const { top1 } = values;
      if (typeof top1 !== "number") return [];
      const findings = found.filter((one) => concerns(one, name, "top1")).map(({ finding }) => finding);
      return [{ name: name.join(", "), version: versionOf(name[0]), value: shareOf(top1), findings }];
    }),
    people: {
      name: listTables().find(({ id }) => id === humanTable)?.scope ?? "",
      source: humanStudy.source,
      value: part ? correct[part] / answers[part] : shareOf(humanStudy.printedOverallPercent),
      answers: answers[part ?? "all"],
      cases: answers[part ?? "all"] / humanStudy.design.participants,
      isPrinted: part === null,
      findings: inconsistenciesOf(humanTable).map(({ finding }) => finding),
    },
  };
}

const plain = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * Whether a run is of the model that was printed. Names are the same but for capitals and signs, or the run is named as
 * the paper names the version; of a run whose version is known, that has to be the paper's. Nothing is guessed.
 */
export function isSameModel(
  run: { model: string; version: string },
  printed: Pick<ReferenceRow, "name" | "version">,
): boolean {
  const [model, version, name] = [plain(run.model), plain(run.version), plain(printed.name)];
  const known = printed.version === null ? null : plain(printed.version);
  if (known !== null && [model, version, model + version].includes(known)) return true;
  return model === name && (version === "" || known === null);
}
