import clsx from "clsx";
import {
  useMemo,
  type ComponentProps,
  type ReactNode,
  useSyncExternalStore,
  type SyntheticEvent,
  useId,
} from "react";
import { readings } from "#components/task-kinds/registry.tsx";
import { kindOf } from "#lib/task-kinds/registry.ts";
import type { MissingPart } from "#lib/task-kinds/kind.ts";
import { CaseFooter, onwardWidth, caseFormId } from "#components/sitting/page/case-controls.tsx";
import { CaseKeys } from "#components/sitting/keys/case-keys.tsx";
import type { AnswerContent } from "#lib/sittings/answers/answer-content.ts";
import { fill, type SittingWords } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { FieldError } from "#components/ui/fields/field.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { answerFields, cannotReadChoice } from "#lib/sittings/answers/fields.ts";
import { isOther, formatLanguage } from "#lib/i18n/other-language.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { CaseQuestions } from "#lib/sittings/answers/schema.ts";
import type { StudyLanguage } from "#lib/studies/schema.ts";
import { readItem, writeItem } from "#components/sitting/device/local-storage.ts";
import { Confidence } from "#components/sitting/page/later-parts.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";

/** What its buttons ask for, as the value of `go`. */
export type FormAction = "next" | "previous" | "overview";

type Props = {
  /** What is remembered of how one reads holds for one sitting. */
  sittingId: string;
  shown: ShownCase;
  questions: CaseQuestions;
  answer: AnswerContent | null;
  /** Counted up where the answer became another one than what stands in the fields. */
  version: number;
  /** The language that the page is read in. */
  reader: StudyLanguage;
  words: Pick<SittingWords, "case" | "extra" | "optional" | "missing" | "reading" | "keys">;
  /** Missing or not adding up, after an attempt to go on. */
  lacking: readonly MissingPart[];
  /** What the button that goes on says. */
  next: string;
  /** Nothing of its kind lies before it. */
  isFirst: boolean;
  /** Of several forms only the one in sight hears the keys. */
  hasKeys: boolean;
  /** Asked before one goes on. */
  question?: ReactNode;
  /** Above the case that begins a part. */
  part?: ReactNode;
  /** Hidden fields. */
  children?: ReactNode;
  /** Between the questions and the buttons. */
  below?: ReactNode;
  form: ComponentProps<"form">;
};

/** One case: a plain form with native fields, which a script only makes quicker. */
export function CaseForm(props: Props) {
  const { shown, questions, answer, version, reader, words, lacking } = props;
  const isForeign = isOther(shown.language, reader);
  const extras = useMemo(
    () => (
      <ExtraQuestions
        shown={shown}
        questions={questions}
        answer={answer}
        version={version}
        words={words}
        lacking={lacking}
      />
    ),
    [shown, questions, answer, version, words, lacking],
  );
  const reading = useReading(props, isForeign, lacking.includes("choice"), extras);
  return (
    <form
      {...props.form}
      id={caseFormId(shown.position)}
      data-kind={questions.kind}
      data-position={shown.position}
      noValidate
      className="one-of-cases grid gap-8"
    >
      {/* What Enter in a field presses: the first button of a form, whichever stands first on the screen. */}
      <button name="go" value="next" hidden tabIndex={-1} aria-hidden />
      {props.children}
      {props.part}
      {questions.profiles && <input type="hidden" name={answerFields.unfolded} />}
      {isForeign && (
        <p className="text-ink-muted">
          {fill(words.case.otherLanguage, { language: formatLanguage(shown.language, reader) })}
        </p>
      )}
      {reading}
      {props.below}
      {props.question}
      <CaseFooter>
        <div role="alert" className="basis-full empty:hidden">
          {lacking.length > 0 && (
            <Lacking parts={lacking} mayLeave={questions.mayGoBack && !shown.isPractice} words={words} />
          )}
        </div>
        {questions.mayGoBack && (
          // Where it leads nowhere it keeps its place, so that the next button keeps its own.
          <button name="go" value="previous" disabled={props.isFirst} className={buttonClass()}>
            {words.case.previous}
          </button>
        )}
        <div className="ml-auto flex items-center gap-3 max-sm:grow">
          <CaseKeys
            names={shown.names}
            field={kindOf(questions.kind).decidingField}
            isOn={props.hasKeys}
            keys={words.keys}
          />
          <button name="go" value="next" className={clsx(buttonClass({ variant: "primary" }), onwardWidth)}>
            {props.next}
          </button>
        </div>
      </CaseFooter>
    </form>
  );
}

type ReadingProps = Pick<Props, "sittingId" | "shown" | "questions" | "answer" | "words">;

/** The most of what there is to draw: turning to the case, or going on from it, must not draw it again. */
function useReading(
  { sittingId, shown, questions, answer, words }: ReadingProps,
  isForeign: boolean,
  isUndecided: boolean,
  below: ReactNode,
): ReactNode {
  const Reading = readings[questions.kind];
  const { decidingField, beginsUnfolded } = kindOf(questions.kind);
  const unfolding = useUnfolding(sittingId, beginsUnfolded);
  const passed = answer?.cannotRead ?? false;
  const mayPass = questions.mayPass === true && (isForeign || passed);
  return useMemo(
    () => (
      <Reading
        content={shown.content}
        names={shown.names}
        language={shown.language}
        words={words.reading}
        unfolding={unfolding}
        value={answer}
        instead={
          <>
            {mayPass && <CannotRead name={decidingField} isChosen={passed} words={words} />}
            {isUndecided && <FieldError id={caseFormId(shown.position)}>{words.missing.choice}</FieldError>}
          </>
        }
        below={below}
      />
    ),
    [Reading, decidingField, shown, words, unfolding, answer, passed, mayPass, isUndecided, below],
  );
}

/** One of the same radio buttons as the options: one or the other is chosen. */
function CannotRead({
  name,
  isChosen,
  words,
}: {
  name: string;
  isChosen: boolean;
  words: Pick<SittingWords, "case">;
}) {
  return (
    <label className="target mt-3 flex items-center gap-3 px-4 text-base">
      <input
        type="radio"
        name={name}
        value={cannotReadChoice}
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-accent"
      />
      <span>
        {words.case.cannotRead} <span className="text-sm text-ink-muted">{words.case.cannotReadHint}</span>
      </span>
    </label>
  );
}

type LackingProps = {
  parts: readonly MissingPart[];
  /** Where one may come back. */
  mayLeave: boolean;
  words: Pick<SittingWords, "case" | "missing">;
};

/** What can't be stored as it stands. */
const unfit = "probabilities tooLong contrary";

function Lacking({ parts, mayLeave, words }: LackingProps) {
  const isFit = !parts.some((part) => unfit.includes(part));
  return (
    <p className="flex items-start gap-2 text-base">
      <Icon name="warning" className="mt-0.5 text-warning" />
      <span>
        <strong>{words.case.again}</strong> {parts.map((part) => words.missing[part]).join(" ")}{" "}
        {mayLeave && isFit && words.case.mayLeave}
      </span>
    </p>
  );
}

const item = "benchside-unfolded";
const listeners = new Set<() => void>();
/** The sitting in which they stand otherwise than they began on this device; undefined until it was looked for. */
let unfolded: string | null | undefined;

const read = () => (unfolded ??= readItem(item));

function subscribe(heard: () => void): () => void {
  listeners.add(heard);
  return () => listeners.delete(heard);
}

/** How the profiles stand where there is no room for whole ones: the same in every case of a sitting, until changed. */
function useUnfolding(sittingId: string, beginsOpen = false) {
  const isChanged = useSyncExternalStore(
    subscribe,
    () => read() === sittingId,
    () => false,
  );
  const open = isChanged !== beginsOpen;
  return useMemo(() => {
    function onToggle({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
      if (currentTarget.open === open) return;
      unfolded = isChanged ? "" : sittingId;
      writeItem(item, unfolded);
      for (const heard of listeners) heard();
    }
    return { open, onToggle };
  }, [open, isChanged, sittingId]);
}

type ExtraProps = Pick<Props, "shown" | "questions" | "answer" | "version" | "words" | "lacking">;

/** What the study asks besides the choice, as far as it does. */
function ExtraQuestions({ shown, questions, answer, version, words, lacking }: ExtraProps) {
  const titleId = useId();
  const { confidence, reason, knowsWork, mayGoBack } = questions;
  // Where one can't come back there is nothing to mark for it.
  const flag = mayGoBack ? questions.flag : "off";
  const { extra, missing, optional } = words;
  if ([confidence.ask, reason, knowsWork, flag].every((need) => need === "off")) return null;
  const errorOf = (part: MissingPart) => (lacking.includes(part) ? missing[part] : undefined);
  const label = (text: string, isOptional: boolean) => (isOptional ? fill(optional, { label: text }) : text);
  return (
    <section aria-labelledby={titleId} className="grid gap-6 border-t border-line pt-6">
      <h2 id={titleId} className="sr-only">
        {extra.title}
      </h2>
      {confidence.ask !== "off" && (
        <Confidence
          key={version}
          shown={shown}
          questions={questions}
          answer={answer}
          words={words}
          lacking={lacking}
        />
      )}
      {reason !== "off" && (
        <div className="max-w-2xl">
          <TextAreaField
            name={answerFields.reason}
            label={label(extra.reason, reason === "optional")}
            hint={extra.reasonHint}
            error={lacking.includes("tooLong") ? missing.tooLong : errorOf("reason")}
            defaultValue={answer?.reason ?? ""}
            rows={3}
          />
          {/* Filled by watchReason. */}
          <p data-reason-seen aria-hidden className="mt-1.5 text-sm text-ink-muted empty:hidden" />
          <p data-reason-heard role="status" className="sr-only" />
        </div>
      )}
      {knowsWork !== "off" && (
        <KnowsWork
          legend={label(extra.knowsWork, knowsWork === "optional")}
          words={extra}
          value={answer?.knowsWork ?? null}
          error={errorOf("knowsWork")}
        />
      )}
      {flag !== "off" && (
        <CheckboxField
          name={answerFields.flag}
          label={extra.flag}
          defaultChecked={answer?.isFlagged ?? false}
        />
      )}
    </section>
  );
}

type KnowsProps = { legend: string; words: SittingWords["extra"]; value: boolean | null; error?: string };

function KnowsWork({ legend, words, value, error }: KnowsProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-1" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-medium">{legend}</legend>
      <div className="flex gap-8">
        {(["yes", "no"] as const).map((said) => (
          <label key={said} className="target flex items-center gap-3">
            <input
              type="radio"
              name={answerFields.knowsWork}
              value={said}
              defaultChecked={value === (said === "yes")}
              className="size-6 accent-accent"
            />
            {words[said]}
          </label>
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
