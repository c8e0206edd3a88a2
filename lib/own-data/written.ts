import type { AppConfig } from "next-intl";
import { preferNotToSay } from "#lib/studies/schema.ts";
import type { OwnCase, OwnConsent, OwnData, ToldAnswer } from "#lib/own-data/schema.ts";

type Words = AppConfig["Messages"]["ownData"]["file"];

/** The same for every reader, and to the minute. */
export const writeMoment = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

/** Lines of a label and what there is of it; without it no line. */
const facts = (rows: readonly (readonly [label: string, value: string | number | null])[]): string[] =>
  rows.flatMap(([label, value]) => (value === null || value === "" ? [] : [`${label}: ${value}`]));

/** What was agreed to, as it stood there. */
export function writeConsent(consent: OwnConsent, t: Words): string {
  const { title, text, language, version, agreedAt } = consent;
  return lines([
    t.consent,
    "",
    ...facts([
      [t.study, title],
      [t.agreedAt, writeMoment(agreedAt)],
      [t.version, version],
      [t.language, language],
    ]),
    "",
    text.trim(),
    "",
    ...facts(consent.lines.map(({ field, said }) => [t.lines[field], said] as const)),
    ...section(
      t.ticks,
      consent.ticks.map(({ label, at }) => `[x] ${label} (${writeMoment(at)})`),
    ),
  ]);
}

/** Everything, to be read. For programs there is the same as JSON. */
export function writeOwnData(data: OwnData, t: Words): string {
  const { consent, background, cases, reports, lastComment } = data;
  const at = (moment: string | null) => moment && writeMoment(moment);
  return lines([
    t.title,
    "",
    ...facts([
      [t.study, data.study],
      [t.code, data.participantCode],
      [t.externalId, data.externalId],
      [t.state, t.states[data.state]],
      [t.language, data.language],
      [t.agreedAt, `${writeMoment(consent.agreedAt)} (${t.version} ${consent.version})`],
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
    ...cases.flatMap((one) => section(nameOf(one, t), writeCase(one, t))),
    ...section(
      t.reports,
      reports.flatMap((one) => [
        `${nameOf(one, t)} (${writeMoment(one.reportedAt)}): ${t.kinds[one.kind]}`,
        ...indented(one.words),
      ]),
    ),
    ...section(t.lastComment, indented(lastComment ?? "")),
  ]);
}

const lines = (all: readonly string[]): string => `\uFEFF${all.join("\r\n")}\r\n`;

const section = (title: string, body: readonly string[]): string[] =>
  body.length === 0 ? [] : ["", `== ${title} ==`, "", ...body];

const indented = (text: string): string[] =>
  text === "" ? [] : text.split(/\r?\n/).map((line) => `    ${line}`);

const nameOf = ({ isPractice, number }: Pick<OwnCase, "isPractice" | "number">, t: Words): string =>
  `${isPractice ? t.practice : t.case} ${number}`;

function writeCase({ passage, candidates, answer, history }: OwnCase, t: Words): string[] {
  const said =
    passage.form === "text"
      ? indented(passage.text)
      : passage.turns.flatMap(({ speaker, parts }) =>
          indented(`${speaker ?? "?"}: ${parts.map((part) => writePart(part)).join(" ")}`),
        );
  const others = candidates.flatMap(({ name, profile }, i) => [
    `    ${i + 1}. ${name}`,
    ...indented(profile ?? "").map((line) => `    ${line}`),
  ]);
  const earlier = history.slice(0, -1).map((one) => `    ${writeMoment(one.savedAt)}: ${nameChoice(one, t)}`);
  return [
    ...said,
    "",
    `${t.candidates}:`,
    ...others,
    "",
    ...writeAnswer(answer, t),
    ...facts([[t.savedAt, writeMoment(answer.savedAt)]]),
    ...(earlier.length > 0 ? [`${t.earlier}:`, ...earlier] : []),
  ];
}

const writePart = ({ type, text }: { type: "thought" | "manner" | "speech"; text: string }): string =>
  ({ thought: `[${text}]`, manner: `(${text})`, speech: text })[type];

const nameChoice = ({ chosen, chosenName }: ToldAnswer, t: Words): string =>
  chosen === null ? t.nothing : `${chosen}. ${chosenName ?? ""}`;

const percent = (share: number): string => `${Math.round(share * 100)}%`;

const writeAnswer = (answer: ToldAnswer, t: Words): string[] =>
  facts([
    [t.chosen, answer.cannotRead ? t.cannotRead : nameChoice(answer, t)],
    [t.confidence, answer.confidence === null ? null : percent(answer.confidence)],
    [t.probabilities, answer.probabilities.map(percent).join(", ")],
    [t.reason, answer.reason],
    [t.knowsWork, answer.knowsWork === null ? null : answer.knowsWork ? t.yes : t.no],
    [t.flagged, answer.isFlagged ? t.yes : null],
    [t.activeMs, answer.activeMs],
    [t.firstAnswerMs, answer.firstAnswerMs],
    [t.focusLosses, answer.focusLosses],
  ]);
