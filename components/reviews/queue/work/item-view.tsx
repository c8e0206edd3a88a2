import clsx from "clsx";
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from "react";
import type { Reply } from "#components/reviews/queue/device/entries.ts";
import type { LeasedItem } from "#components/reviews/queue/device/open-queue.ts";
import type { ItemDraft } from "#components/reviews/queue/device/queue-outbox.ts";
import {
  type Choices,
  type QueueWords,
  formatDecision,
  formatCheck,
} from "#components/reviews/queue/words.ts";
import {
  readAudit,
  readBlind,
  readCheck,
  readDecided,
  valueOf,
  type MissingField,
  type ReadFields,
  withQuotes,
} from "#components/reviews/queue/work/read-fields.ts";
import {
  AuditFields,
  CheckFields,
  CommentField,
  DecisionFields,
} from "#components/reviews/queue/work/step-fields.tsx";
import { fill } from "#components/sitting/words.ts";
import { ReadCase } from "#components/task-kinds/read-case.tsx";
import type { WordsToRead } from "#components/task-kinds/words.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { Button } from "#components/ui/button.tsx";
import { useEarlyPress } from "#components/ui/use-early-press.ts";
import type { Mark } from "#lib/reading/marks.ts";
import type { QueueStep, QueueItem } from "#lib/reviews/queue/schema.ts";

/** How an item is worked at: a reviewer may have to say first what they think by themselves. */
export type Stage = "decide" | "blind" | "check" | "audit";
export const stageOf = (step: QueueStep, { decision }: LeasedItem): Stage =>
  step === "check" && decision === null ? "blind" : step;

const read: Record<Stage, (fields: FormData, item: LeasedItem) => ReadFields> = {
  decide: readDecided,
  blind: readBlind,
  check: readCheck,
  audit: readAudit,
};
const fieldsOf = { decide: DecisionFields, blind: DecisionFields, check: CheckFields, audit: AuditFields };

type Props = {
  item: LeasedItem;
  stage: Stage;
  choices: Choices;
  words: QueueWords;
  readingWords: WordsToRead;
  /** What was begun before; null once it is known that nothing was. */
  begun: ItemDraft | null;
  /** Under what the reader of long texts keeps where one is. */
  place: string;
  /** Said, and on its way: the annotator's decision follows. */
  isWaiting: boolean;
  notes: ReactNode;
  form: { action?: ((form: FormData) => void) | undefined; fields?: ReactNode };
  onGive: ((given: Reply) => void) | null;
  onBegun: (draft: ItemDraft) => void;
};

/** One item whole, and beside it what is to be said of it. */
export function ItemView(props: Props) {
  const { item, stage, choices, words, readingWords, place, notes, begun } = props;
  const { kind, content, names, language, gold } = item.shown;
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <article className="grid min-w-0 gap-4">
        <h2 tabIndex={-1} data-item className="text-sm text-ink-muted outline-none">
          {fill(words.item, { number: item.number })}
        </h2>
        <ReadCase
          kind={kind}
          content={content}
          names={names}
          language={language}
          place={place}
          words={readingWords}
          onMarks={setMarks}
        />
        {gold !== undefined && names[gold] !== undefined && (
          <p className="border-l-4 border-line pl-4">
            {words.shown.gold} <strong lang={language}>{names[gold]}</strong>
          </p>
        )}
      </article>
      <div
        id="decide"
        className="grid scroll-mt-[calc(var(--bar)+1.25rem)] gap-6 lg:sticky lg:top-[calc(var(--bar)+1.25rem)] lg:max-h-[calc(100dvh-var(--bar)-1.25rem)] lg:scroll-pb-20 lg:overflow-y-auto lg:px-1 lg:pb-4"
      >
        {notes}
        <Verdicts item={item} choices={choices} words={words} isOwnBlind={stage === "check"} />
        <StepForm key={`${stage} ${begun ? "begun" : ""}`} {...props} marks={marks} />
      </div>
    </div>
  );
}

type FormProps = Props & { marks: readonly Mark[] };

function StepForm(props: FormProps) {
  const { item, stage, choices, words, begun, isWaiting, marks, form, onGive, onBegun } = props;
  const [missing, setMissing] = useState<MissingField | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const isGiven = useRef(false);
  const rememberPress = useEarlyPress(element, onGive !== null);
  const Fields = fieldsOf[stage];

  useEffect(() => {
    if (missing) element.current?.querySelector<HTMLElement>("[aria-describedby] input")?.focus();
  }, [missing]);

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    // Until the device has been read nothing can be kept, so that nothing is taken either.
    if (!onGive) return rememberPress((event.nativeEvent as SubmitEvent).submitter);
    // Pressed twice before the next item is there: once is meant.
    if (isGiven.current) return;
    const told = read[stage](new FormData(event.currentTarget), item);
    if ("missing" in told) return setMissing(told.missing);
    isGiven.current = true;
    onGive(told.given);
  }
  function changed(): void {
    setMissing(null);
    if (element.current) onBegun({ fields: readBegun(element.current) });
  }
  if (isWaiting) return <p role="status">{words.form.waiting}</p>;
  return (
    <form
      ref={element}
      action={form.action}
      onSubmit={submit}
      onChange={changed}
      noValidate
      data-queue-form
      className="grid gap-6"
    >
      {form.fields}
      <Fields
        choices={choices}
        missing={missing}
        words={words.form}
        begun={{ ...withOwnView(item), ...begun?.fields }}
      />
      {stage !== "blind" && (
        <CommentField words={words.form} begun={begun?.fields}>
          <QuoteMarks marks={marks} label={words.form.quote} onQuoted={changed} />
        </CommentField>
      )}
      {/* In sight however long the lists above it are. */}
      <button
        type="submit"
        className={clsx(
          buttonClass({ variant: "primary" }),
          "lg:sticky lg:bottom-0 lg:shadow-[0_0_0_1rem_var(--surface)]",
        )}
      >
        {words.form.send[stage]}
      </button>
    </form>
  );
}

/** A reviewer who said something else by themselves has said what would have been right. */
const withOwnView = ({ blind, decision, check }: LeasedItem): Record<string, string> =>
  blind && decision && !check && valueOf(blind) !== valueOf(decision) ? { corrected: valueOf(blind) } : {};

const readBegun = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

type QuoteMarksProps = { marks: readonly Mark[]; label: string; onQuoted: () => void };

/** Marks stay with whoever made them; others read what a comment quotes. */
function QuoteMarks({ marks, label, onQuoted }: QuoteMarksProps) {
  if (marks.length === 0) return null;
  return (
    <Button
      size="small"
      onClick={({ currentTarget }) => {
        const comment = currentTarget.form?.elements.namedItem("comment");
        if (!(comment instanceof HTMLTextAreaElement)) return;
        comment.value = withQuotes(comment.value, marks);
        onQuoted();
      }}
    >
      {label}
    </Button>
  );
}

type VerdictsProps = {
  item: Pick<QueueItem, "decision" | "blind" | "check">;
  choices: Choices;
  words: QueueWords;
  /** Of a reviewer what they said first is their own; of an auditor, the reviewer's. */
  isOwnBlind: boolean;
};

/** What others said of an item, as far as the step shows it. */
function Verdicts({ item: { decision, blind, check }, choices, words, isOwnBlind }: VerdictsProps) {
  const { shown, said } = words;
  const rows = [
    decision && {
      name: shown.decision,
      said: formatDecision(decision, choices, said),
      comment: decision.comment,
    },
    blind && { name: isOwnBlind ? shown.ownBlind : shown.blind, said: formatDecision(blind, choices, said) },
    check && {
      name: shown.check,
      said: formatCheck(check, choices, said),
      comment: check.comment,
    },
  ].filter((row) => row !== null);
  if (rows.length === 0) return null;
  return (
    <dl className="grid gap-3 border-l-4 border-line pl-4 text-base">
      {rows.map(({ name, said: told, comment }) => (
        <div key={name}>
          <dt className="text-sm text-ink-muted">{name}</dt>
          <dd>
            {told}
            {comment && <span className="block whitespace-pre-line text-ink-muted">{comment}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
