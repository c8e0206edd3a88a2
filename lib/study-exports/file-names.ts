import type { PeopleAsModel } from "#lib/study-exports/people-as-model/people-as-model.ts";
import type { ExportFormat, ExportKind, ExportPopulation } from "#lib/study-exports/schema.ts";

const marks: Record<ExportPopulation, string> = {
  people: "",
  simulated: "-simulated",
  all: "-with-simulated",
};
const ofPeople = new Set<ExportKind>(["answers", "participants", "history"]);

/** A file that holds anything simulated says so by its name. */
export const fileNameOf = (kind: ExportKind, format: ExportFormat, who: ExportPopulation): string =>
  `${kind}${ofPeople.has(kind) ? marks[who] : ""}.${format}`;

export const zipNameOf = (slug: string, format: ExportFormat, who: ExportPopulation): string =>
  `${slug}-export${marks[who]}-${format}.zip`;

/** As the reference code names its result files. */
export const modelFileName = ({ track, who, ending }: PeopleAsModel): string =>
  `${plainName(track)}_${who === "people" ? "people" : "simulated-people"}.${ending}`;

/** A name that is one part of a path everywhere. */
export const plainName = (name: string): string =>
  name.replace(/[^\p{L}\p{N}_.-]+/gu, "-").replace(/^\.+/, "") || "track";

/** Two tracks may come to the same name. */
export function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : name.replace(/(?=\.[^.]*$)/, `-${times}`);
  });
}
