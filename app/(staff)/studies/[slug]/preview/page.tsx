import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { openStudy } from "#app/(staff)/open-subject.ts";
import type { Messages } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { ArmLinks, pickArm } from "#components/sitting/rehearsal/arm-links.tsx";
import {
  Rehearsal,
  type RehearsalPlan,
  type RehearsalText,
} from "#components/sitting/rehearsal/rehearsal.tsx";
import { OwnPassages } from "#components/sitting/rehearsal/own-passages.tsx";
import type { Staff } from "#lib/auth/study-scope.ts";
import { choosePassages, ownName } from "#lib/demo/own-address.ts";
import { isWatchedDemo } from "#lib/demo/schema.ts";
import { designPath, resultsPath, studyPath } from "#lib/paths.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getPreviewCases, type PreviewCases } from "#lib/studies/preview-queries.ts";
import type { Study } from "#lib/studies/queries.ts";
import { getWordsAsRead, type WordsAsRead } from "#lib/studies/plan-queries.ts";
import type { RehearsedCase } from "#components/sitting/rehearsal/state.ts";
import { deriveSeed } from "#lib/seeds/seeded-order.ts";
import { layOut } from "#lib/sittings/serving/order.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";
import { withParts } from "#components/sitting/page/part-notice.tsx";
import { Examples } from "#components/task-kinds/examples.tsx";
import { formatHandIn } from "#components/sitting/finish/hand-in-words.tsx";
import { pickPageWords } from "#components/sitting/page/page-words.ts";
import { messagesForAll, messagesForEach } from "#components/task-kinds/words.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { messages } from "#lib/i18n/words.ts";
import { listConsentLines } from "#lib/studies/opening/frozen-words.ts";
import { readArm } from "#lib/studies/arms/schema.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import { studyLanguages } from "#lib/studies/schema.ts";

export const generateMetadata = nameStudyWindow((t) => t("studies.frame.pages.preview"));

type Props = PageProps<"/studies/[slug]/preview">;

export default async function PreviewPage({ params, searchParams }: Props) {
  const viewer = await requireViewer("researcher", "admin");
  const study = await openStudy(viewer, params);
  const asked = await searchParams;
  if (asked[ownName] !== undefined && isWatchedDemo(study)) return takeOwn(viewer, study);
  const isDraft = study.state === "draft";
  const mayBuild = isDraft && viewer.role === "admin";
  const { arms } = study.design.assignment;
  const arm = pickArm(asked.arm, arms);
  const [planned, read, staffLanguage] = await Promise.all([
    getPreviewCases(viewer, study, arm),
    getWordsAsRead(viewer, study),
    getLocale(),
  ]);
  const plan = rehearse(study, planned, read.questions, mayBuild);
  return (
    <Rehearsal
      // Each arm is a sitting of its own.
      key={arm}
      plan={plan}
      arms={arms && <ArmLinks arms={arms} current={arm} />}
      texts={setTexts(study, read, plan.cases, arm)}
      staffLanguage={staffLanguage}
      leave={mayBuild ? designPath(study.slug, "check") : studyPath(study.slug)}
      toWords={mayBuild ? designPath(study.slug, "words") : null}
    />
  );
}

/** A few of the demo's passages, with nothing asked beside the choice. What is right stays on the server. */
async function takeOwn(viewer: Staff, study: Study) {
  const t = await getTranslations("demo.taking");
  const [planned, read, locale] = await Promise.all([
    getPreviewCases(viewer, study),
    getWordsAsRead(viewer, study),
    getLocale(),
  ]);
  const chosen = { ...planned, cell: choosePassages(planned.cell, locale), attention: [], practice: [] };
  const questions: WordsAsRead["questions"] = {
    ...read.questions,
    confidence: { ...read.questions.confidence, ask: "off" },
    reason: "off",
    knowsWork: "off",
  };
  const plan = rehearse(study, chosen, questions, false);
  const [text, ...others] = setTexts(study, { ...read, questions }, plan.cases, 1);
  const places = layOutPreview(study, chosen).map(({ position, case: { track, key }, optionOrder }) => {
    return { position, track, key, optionOrder };
  });
  return (
    <OwnPassages
      plan={{ ...plan, cases: plan.cases.map((one) => ({ ...one, gold: null })) }}
      text={others.find(({ language }) => language === locale) ?? (text as RehearsalText)}
      places={places}
      onward={resultsPath(study.slug, "cases")}
      words={{ label: t("label", { count: places.length }), about: t("about"), leave: t("leave") }}
    />
  );
}

const layOutPreview = ({ design }: Study, planned: Omit<PreviewCases, "problem">) =>
  layOut(planned, deriveSeed(design.sample.seed, "preview"), {
    ...design.assignment,
    repeats: design.sample.repeats,
  });

const stepOf = {
  no_benchmark: "frame",
  no_reference: "frame",
  too_few: "sample",
  arms: "assignment",
} as const;

/** Laid out as for a participant, from a seed that no participant gets. */
function rehearse(
  study: Study,
  { problem, ...planned }: PreviewCases,
  questions: WordsAsRead["questions"],
  mayBuild: boolean,
): RehearsalPlan {
  const { slug, state, design } = study;
  const cases = layOutPreview(study, planned).map(
    ({ position, case: item, optionOrder, repeats }): RehearsedCase => {
      const { arrange, hasRight } = serverKindOf(item.kind);
      const { showGold } = answerKindOf(item.kind);
      const isPractice = item.stratum === "practice";
      return {
        position,
        kind: item.kind,
        isPractice,
        language: item.language,
        ...arrange(item.content, item.optionNames, optionOrder),
        // What comes again is in no score.
        gold:
          isPractice || (hasRight && repeats === null) ? showGold({ choice: item.gold }, optionOrder) : null,
      };
    },
  );
  const step = problem && problem !== "admins_only" && mayBuild ? designPath(slug, stepOf[problem]) : null;
  return {
    isDraft: state === "draft",
    cases,
    // A report is stored beside the answers.
    questions: { ...questions, reportPassage: false },
    problem: problem && { code: problem, step },
    endsOnFailure: design.rules.comprehension === "exclude",
    viaProlific: design.recruitment.ways.includes("prolific"),
  };
}

/** Nothing is saved in a preview. */
function withPreviewWords<M extends Pick<Messages, "sitting" | "sending">>(said: M): M {
  const { stored } = said.sitting.preview;
  const saved = { unscripted: stored, nothing: stored, nothingOneWay: stored };
  return {
    ...said,
    sending: { ...said.sending, ...saved, saving: stored, saved: stored, savedOneWay: stored },
  };
}

/** The study's words as they will look, in each language beside the words of the screens. */
function setTexts(
  { design, title }: Pick<Study, "design" | "title">,
  { questions, ...texts }: WordsAsRead,
  cases: readonly RehearsedCase[],
  arm: number,
): RehearsalText[] {
  const kinds = [...new Set(cases.filter((one) => !one.isPractice).map(({ kind }) => kind))];
  const complete = offeredLanguages(design.words);
  const progress = cases.map(({ position, isPractice, kind }) => ({ position, isPractice, asked: { kind } }));
  return studyLanguages.map((language) => {
    const written = texts.texts[language];
    const told = readArm(texts.arms, arm, language);
    const said = messages[language];
    const ofAll = withPreviewWords(messagesForAll(kinds, said));
    const { shell, sitting } = ofAll;
    const pick = (of: typeof said) => pickPageWords(withPreviewWords(of), language);
    const set = (text: string) =>
      text.trim() === "" ? (
        <p className="text-ink-muted">{sitting.preview.missingText}</p>
      ) : (
        <Markdown text={text} lang={language} />
      );
    return {
      language,
      name: shell.language[language],
      isComplete: complete.includes(language),
      title: written.title || title,
      parts: {
        welcome: set(written.welcome),
        consent: set(written.consent),
        instructions: (
          <>
            {told.translation !== null && (
              <Callout>{sitting.instructions.translation[told.translation ? "allowed" : "not"]}</Callout>
            )}
            {set(written.instructions + told.instructions)}
          </>
        ),
        example: <Examples kinds={kinds} language={language} messages={said} />,
        debrief: set(written.debrief),
      },
      lines: listConsentLines(written),
      ticks: written.ticks,
      words: sitting,
      wordsOf: messagesForEach(kinds, said, (of) => of.sitting) ?? {},
      page: pickPageWords(ofAll, language),
      pageOf: messagesForEach(kinds, said, pick) ?? {},
      handIn: formatHandIn(ofAll, questions),
      partAt: Object.fromEntries(
        withParts({ progress, words: written, language }, said).map(({ position, part }) => [position, part]),
      ),
    };
  });
}
