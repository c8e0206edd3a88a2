import type { Part } from "#lib/study-results/across/across.ts";
import { listJudgedFigures } from "#lib/study-results/kinds/registry.ts";
import type { JudgedFigure } from "#lib/study-results/kinds/figured.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

export type JudgedRow = { part: Part; figure: JudgedFigure };

/** Figures of one standard: those of two have nothing to do with each other. */
export type JudgedTable = {
  kind: KindName;
  measure: JudgedFigure["measure"];
  name: string;
  /** Another table's standard has the same name, and says something else. */
  isNamesake: boolean;
  rows: readonly JudgedRow[];
};

/** What was judged in several studies: each by itself as its own page has it, side by side where the standard is the same. */
export async function getJudgedTables(parts: readonly Part[]): Promise<JudgedTable[]> {
  const rows: JudgedRow[] = [];
  for (const part of parts)
    for (const figure of await listJudgedFigures(part.rows, part.view)) rows.push({ part, figure });
  const tables = [...Map.groupBy(rows, standardOf).values()].flatMap((own) => tabulate(own));
  return tables.map((table) => ({
    ...table,
    isNamesake: tables.filter((one) => isLike(one, table)).length > 1,
  }));
}

const standardOf = ({ part, figure: { measure, standard } }: JudgedRow): string =>
  JSON.stringify([part.rows.kind, measure, standard.name, standard.definition]);

type Table = Omit<JudgedTable, "isNamesake">;

const isLike = (one: Table, other: Table): boolean => one.kind === other.kind && one.name === other.name;

/** What is of one origin stands together, in the order of the studies. */
function tabulate(own: readonly JudgedRow[]): Table[] {
  const [first] = own;
  if (!first) return [];
  const { measure, standard } = first.figure;
  const together = Map.groupBy(own, ({ figure: { of, origin } }) => JSON.stringify([origin, of]));
  return [{ kind: first.part.rows.kind, measure, name: standard.name, rows: [...together.values()].flat() }];
}
