import { describeArms } from "#lib/reports/preregistration/arms.ts";
import { own, p, type Planned } from "#lib/reports/preregistration/planned.ts";
import { tellPart } from "#lib/reports/part-words.ts";
import { listStated, nameField } from "#lib/reports/stated.ts";
import { describeFilters, joinList, nameKind, nameRun } from "#lib/reports/words.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import { ruleOf } from "#lib/studies/opening/manifest.ts";
import type { Sample } from "#lib/studies/schema.ts";

/** Where cases come from, which come into question, and which were drawn. */
export function describeCases({ plan }: Planned): string[] {
  const { design, benchmark, filters, eligible, sample } = plan;
  const { frame } = design;
  if (!benchmark) return [p("cases.noBenchmark")];
  const { reference, options, answerLength } = frame;
  const seed = { seed: String(design.sample.seed) };
  return [
    p("cases.benchmark", {
      benchmark: benchmark.name,
      tracks: frame.tracks.length,
      list: joinList(frame.tracks) || "–",
    }),
    ...(options ? [p("cases.options", { range: writeBounds(options) })] : []),
    ...(answerLength ? [p("cases.answerLength", { range: writeBounds(answerLength) })] : []),
    reference
      ? p("cases.selectedBy", { name: nameRun(reference), threshold: reference.threshold })
      : p("cases.selectedAll", { filtered: filters.length > 0 ? "yes" : "no" }),
    ...(filters.length > 0 ? [p("cases.filtered", describeFilters(filters))] : []),
    ...eligible.map(({ track, selected, unsure = 0, controls }) =>
      p("cases.eligible", { track, selected, unsure, controls }),
    ),
    ...describeQuota(design.sample),
    ...(sample
      ? [
          ...sample.counts.map(({ stratum, track, cases }) =>
            p("cases.drawn", { track, cases, stratum: p(`cases.strata.${stratum}`) }),
          ),
          p("cases.seed", { ...seed, digest: sample.digest }),
        ]
      : [p("cases.notDrawn")]),
    p("cases.rule", { rule: ruleOf(design) }),
  ];
}

const writeBounds = ({ least, most }: { least: number; most: number | null }) =>
  most === null ? p("cases.from", { least }) : p("cases.fromTo", { least, most });

function describeQuota({
  quota,
  unsure = {},
  controls,
  groups = {},
  repeats,
  mostFromOneSource: most,
}: Sample): string[] {
  const asked = [
    ["cases.quotaOf", quota],
    ["cases.unsureOf", unsure],
    ["cases.controlsOf", controls],
  ] as const;
  const list = asked.flatMap(([words, counts]) =>
    Object.entries(counts).flatMap(([track, count]) => (count > 0 ? [p(words, { track, count })] : [])),
  );
  return [
    ...(list.length > 0 ? [p("cases.quota", { list: joinList(list) })] : []),
    ...Object.entries(groups).map(([track, each]) => p("cases.groups", { track, each })),
    ...(repeats === undefined ? [] : [p("cases.repeats", { repeats })]),
    ...(most === null ? [] : [p("cases.oneSource", { most })]),
  ];
}

/** How many take part, how they come, and who is given what. */
export function describeParticipants(planned: Planned): string[] {
  const { design, task, texts } = planned.plan;
  const { assignment, recruitment, questions, words } = design;
  const { people, ratersPerCase: raters, caseOrder: cases, optionOrder: options } = assignment;
  const ways = joinList(recruitment.ways.map((way) => p(`participants.ways.${way}`)));
  const offered = offeredLanguages(words);
  const languages = offered.map((language) => p(`participants.${language}`));
  const read = offered.map((language) => texts[language]);
  const { timeLimitMinutes: minutes } = questions;
  return [
    p("participants.planned", { people, ways: ways || p("participants.noWay") }),
    p(`participants.${assignment.design}`, { raters }),
    ...describeArms(planned),
    ...task.kinds.map((kind) => own(`${kind}.asked`)),
    p("participants.orders", { cases }),
    ...task.kinds.map((kind) => own(`${kind}.order`, { optionOrder: options })),
    ...(task.kinds.length > 1
      ? task.kinds.map((kind) => p("participants.part", { kind: nameKind(kind), text: tellPart(kind, read) }))
      : []),
    ...(languages.length > 0 ? [p("participants.languages", { list: joinList(languages) })] : []),
    ...(minutes === null ? [] : [p("participants.limit", { minutes })]),
    ...listStated(recruitment.reporting ?? {}).map(({ field, text }) =>
      p("participants.stated", { field: nameField(field), text }),
    ),
  ];
}
