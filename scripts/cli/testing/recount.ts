import { readTable } from "#lib/study-exports/testing/read-export.ts";

type Files = ReadonlyMap<string, string>;
type Row = Record<string, string>;

/** What a reader of the exported CSV files would count by hand, with nothing of ours but the names of the columns. */
export function recount(files: Files) {
  const rows = (name: string): Row[] => readTable(files.get(name));
  const caseOf = (row: Row) => `${row["track"]} ${row["case"]}`;
  const answers = rows("answers.csv").filter(
    (row) =>
      row["stratum"] === "selected" &&
      row["choice"] !== "" &&
      row["excluded"] === "0" &&
      row["simulated"] === "0",
  );
  const byCase = Map.groupBy(answers, caseOf);
  const right = answers.filter((row) => row["right"] === "1").length;
  const votes = new Map([...byCase].map(([key, given]) => [key, creditOf(given)]));
  const credit = [...votes.values()].reduce((sum, vote) => sum + vote.credit, 0);
  const runs = Map.groupBy(rows("predictions.csv"), (row) => `${row["model"]} ${row["method"]}`);
  const models = [...runs].map(([name, predictions]) => {
    const own = new Map(predictions.map((row) => [caseOf(row), row["right"]]));
    const answered = [...byCase.keys()].filter((key) => own.get(key) === "0" || own.get(key) === "1");
    const compared = answers.filter((row) => answered.includes(caseOf(row)));
    const ahead = compared.reduce((sum, row) => sum + Number(row["right"]) - Number(own.get(caseOf(row))), 0);
    const clear = answered.filter((key) => votes.get(key)?.isTied === false);
    const only = (vote: number) =>
      clear.filter((key) => votes.get(key)?.credit === vote && Number(own.get(key)) === 1 - vote).length;
    return {
      name,
      isSelecting: predictions.some((row) => row["is_selecting_run"] === "1"),
      answered: answered.length,
      top1: answered.filter((key) => own.get(key) === "1").length / answered.length,
      gap: ahead / compared.length,
      pairs: [clear.length, only(1), only(0)],
    };
  });
  return {
    n: {
      answers: answers.length,
      people: new Set(answers.map((row) => row["participant"])).size,
      cases: byCase.size,
    },
    right,
    accuracy: right / answers.length,
    consensus: { ties: [...votes.values()].filter(({ isTied }) => isTied).length, credit },
    models,
  };
}

function creditOf(given: readonly Row[]): { credit: number; isTied: boolean } {
  const counts = [...Map.groupBy(given, (row) => row["choice"])].map(([choice, of]) => ({
    choice,
    n: of.length,
  }));
  const most = Math.max(...counts.map(({ n }) => n));
  const first = counts.filter(({ n }) => n === most);
  const isIn = first.some(({ choice }) => choice === given[0]?.["gold"]);
  return { credit: isIn ? 1 / first.length : 0, isTied: first.length > 1 };
}
