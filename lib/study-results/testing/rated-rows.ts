import { wholeNumbers } from "#lib/metrics/power/random.ts";
import type { CaseRow, RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { makeCase, makePerson, makeRows, makeRun } from "#lib/study-results/testing/made-rows.ts";

type Options = {
  seed: number;
  /** Of each track; every method and model wrote one case of each. */
  groups: number;
  raters: number;
  tracks?: readonly string[];
  methods?: readonly string[];
  models?: readonly string[];
  judges?: number;
  /** Each case is rated by so many of them; by all unless said. */
  ratersEach?: number;
};

const clamp = (point: number) => Math.min(4, Math.max(0, Math.round(point)));

/** A study of ratings that never was: methods get better one after the other, raters differ in severity. */
export function makeRatedRows(wanted: Options): StudyRows {
  const { seed, groups, raters, judges = 2, ratersEach = raters } = wanted;
  const { tracks = ["Gold", "Silver"], methods = ["Zero-shot", "Few-shot", "MIRROR"] } = wanted;
  const { models = ["quill-3", "quill-4"] } = wanted;
  const next = wholeNumbers(seed, 0);
  const share = () => next() / 2 ** 32;
  const cases = tracks.flatMap((track, at) =>
    Array.from({ length: groups }, (_, group) =>
      methods.flatMap((method) => models.map((model) => ({ track, at, group, method, model }))),
    ).flat(),
  );
  const listed = cases.map(({ track, at, group, method, model }, index): CaseRow =>
    makeCase(index, {
      kind: "rating",
      track: at,
      group: `${track}-${group}`,
      attributes: { method, model },
      optionNames: ["1", "2", "3", "4", "5"],
      gold: null,
      noted: `rolethink-${track.toLowerCase()}`,
      overlap: at === 0 ? { bleu4: share() / 4, rougeL: share() / 2 } : null,
    }),
  );
  const quality = cases.map(({ method }) => 1 + methods.indexOf(method) * 0.8 + 2 * (share() - 0.5));
  const people = Array.from({ length: raters }, (_, rater) => {
    const severity = (rater - (raters - 1) / 2) * 0.3;
    const own = listed.filter((__, index) => (index + rater) % raters < ratersEach);
    return makePerson(rater + 1, own, (row) => ({
      choice: clamp((quality[row.id - (listed[0]?.id ?? 0)] ?? 0) + severity + share() - 0.5),
    }));
  });
  const rating = Array.from({ length: judges }, (_, judge): RunRow =>
    makeRun(judge + 1, listed, (__, at) => ({ choice: clamp((quality[at] ?? 0) + 2 * (share() - 0.5)) })),
  );
  const measured = makeRun(judges + 1, listed, () => null, { model: "nli", method: "entailment" });
  measured.predictions.given.set(quality.map((value) => Math.min(1, Math.max(0, value / 5))));
  return makeRows({ cases: listed, people, runs: [...rating, measured], tracks, slug: "rated" });
}
