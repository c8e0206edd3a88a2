import type { AppConfig } from "next-intl";
import { preferNotToSay } from "#lib/studies/schema.ts";
import type { OwnCase, OwnConsent, OwnData, OwnAnswer } from "#lib/own-data/schema.ts";
import { indented } from "#lib/task-kinds/own-data.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Words = AppConfig["Messages"]["ownData"]["file"];

/** The same for every reader, and to the minute. */
export const formatMoment = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

/** Lines of a label and what there is of it; without it no line. */
const facts = (rows: readonly (readonly [label: string, value: string | number | null])[]): string[] =>
  rows.flatMap(([label, value]) => (value === null || value === "" ? [] : [`${label}: ${value}`]));

/** What was agreed to, as it stood there. */
export function renderConsent(consent: OwnConsent, t: Words): string {
  const { title, text, language, version, agreedAt } = consent;
  return lines([
    t.consent,
    "",
    ...facts([
      [t.study, title],
      [t.agreedAt, formatMoment(agreedAt)],
      [t.version, version],
      [t.language, language],
    ]),
    "",
    text.trim(),
    "",
    ...facts(consent.lines.map(({ field, said }) => [t.lines[field], said] as const)),
    ...section(
      t.ticks,
      consent.ticks.map(({ label, at }) => `[x] ${label} (${formatMoment(at)})`),
    ),
  ]);
}

/** Everything, for programs. */
export const renderOwnJson = ({ cases, ...data }: OwnData): string =>
  `${JSON.stringify({ ...data, cases: cases.map(({ kind: _kind, ...told }) => told) }, null, 2)}\n`;

/** The same, to be read: what is said of a case, in the words of its kind. */
export function renderOwnData(data: OwnData, t: Words, sayOf: (kind: KindName) => Words = () => t): string {
  const { consent, background, cases, reports, lastComment } = data;
  const at = (moment: string | null) => moment && formatMoment(moment);
  return lines([
    t.title,
    "",
    ...facts([
      [t.study, data.study],
      [t.code, data.participantCode],
      [t.externalId, data.externalId],
      [t.state, t.states[data.state]],
      [t.language, data.language],
      [t.agreedAt, `${formatMoment(consent.agreedAt)} (${t.version} ${consent.version})`],
      [t.startedAt, at(data.startedAt)],
      [t.submittedAt, at(data.submittedAt)],
      [t.withdrawnAt, at(data.withdrawnAt)],
      [t.erasedAt, at(data.erasedAt)],
      [t.completionCode, data.completionCode],
      [t.partialCode, data.partialCode],
    ]),
    ...section(
      t.background,
      background.map(
        ({ question, answer, words }) =>
          `${question}: ${answer === preferNotToSay ? t.preferNotToSay : words}`,
      ),
    ),
    ...cases.flatMap((one) => section(nameOf(one, t), renderCase(one, sayOf(one.kind)))),
    ...section(
      t.reports,
      reports.flatMap((one) => [
        `${nameOf(one, t)} (${formatMoment(one.reportedAt)}): ${t.kinds[one.kind]}`,
        ...indented(one.words),
      ]),
    ),
    ...section(t.lastComment, indented(lastComment ?? "")),
  ]);
}

const lines = (all: readonly string[]): string => `\uFEFF${all.join("\r\n")}\r\n`;

const section = (title: string, body: readonly string[]): string[] =>
  body.length === 0 ? [] : ["", `== ${title} ==`, "", ...body];

const nameOf = ({ isPractice, number }: Pick<OwnCase, "isPractice" | "number">, t: Words): string =>
  `${isPractice ? t.practice : t.case} ${number}`;

function renderCase(one: OwnCase, t: Words): string[] {
  const { answer, history, kind } = one;
  const { takeAlong } = serverKindOf(kind);
  const earlier = history
    .slice(0, -1)
    .map((told) => `    ${formatMoment(told.savedAt)}: ${takeAlong.writeDecision(told, t)}`);
  return [
    ...takeAlong.writeCase(one, t),
    "",
    ...renderAnswer(answer, kind, t),
    ...facts([[t.savedAt, formatMoment(answer.savedAt)]]),
    ...(earlier.length > 0 ? [`${t.earlier}:`, ...earlier] : []),
  ];
}

function renderAnswer(answer: OwnAnswer, kind: KindName, t: Words): string[] {
  const { writeDecision, writeBeside } = serverKindOf(kind).takeAlong;
  // From 0 to 1, in the order of the options, of kinds that ask how probable each is.
  const probabilities = (answer["probabilities"] ?? []) as readonly number[];
  return facts([
    [t.chosen, answer.cannotRead ? t.cannotRead : writeDecision(answer, t)],
    [t.confidence, answer.confidence === null ? null : `${Math.round(answer.confidence * 100)}%`],
    ...(writeBeside?.(answer, t) ?? []),
    [t.probabilities, probabilities.map((share) => `${Math.round(share * 100)}%`).join(", ")],
    [t.reason, answer.reason],
    [t.knowsWork, answer.knowsWork === null ? null : answer.knowsWork ? t.yes : t.no],
    [t.flagged, answer.isFlagged ? t.yes : null],
    [t.activeMs, answer.activeMs],
    [t.firstAnswerMs, answer.firstAnswerMs],
    [t.focusLosses, answer.focusLosses],
  ]);
}
