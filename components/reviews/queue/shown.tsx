import { getFormatter, getMessages, getTranslations } from "next-intl/server";
import type { Choices } from "#components/reviews/queue/words.ts";
import { ReadCase } from "#components/task-kinds/read-case.tsx";
import { messagesForReading } from "#components/task-kinds/words.ts";
import type { DisputeStep } from "#lib/reviews/checking/queries.ts";
import { textIn, type ReviewLanguage, type ReviewSettings } from "#lib/reviews/plan/schema.ts";
import type { ShownItem } from "#lib/reviews/queue/schema.ts";

// What only the server draws.

/** What can be said of an item, in the reader's language. */
export const choicesOf = (
  { decisions, errorTypes }: Pick<ReviewSettings, "decisions" | "errorTypes">,
  language: ReviewLanguage,
): Choices => ({
  accept: textIn(decisions.acceptWord, language),
  reasons: decisions.reasons.map(({ key, words, group }) => ({
    key,
    label: textIn(words, language),
    group: group ? textIn(group, language) : null,
  })),
  errorTypes: errorTypes.map(({ key, words }) => ({ key, label: textIn(words, language), group: null })),
});

/** A case as those read it who work at the queue. */
export async function ShownCase({ shown, label }: { shown: ShownItem; label?: string }) {
  const messages = await getMessages();
  const { kind, content, names, language, gold } = shown;
  return (
    <article aria-label={label} className="grid min-w-0 gap-4">
      <ReadCase
        kind={kind}
        content={content}
        names={names}
        language={language}
        words={messagesForReading(kind, messages)}
      />
      {gold !== undefined && names[gold] !== undefined && (
        <p className="border-l-4 border-line pl-4">
          {messages.queue.shown.gold} <strong lang={language}>{names[gold]}</strong>
        </p>
      )}
    </article>
  );
}

/** What was said about a check, step after step. Nobody is named. */
export async function DisputeSteps({ steps }: { steps: readonly DisputeStep[] }) {
  const [t, format] = [await getTranslations("queue.mine"), await getFormatter()];
  return (
    <ol role="list" className="grid gap-3 border-l-4 border-line pl-4 text-base">
      {steps.map(({ step, stands, words, at }) => (
        <li key={step}>
          <p className="text-sm text-ink-muted">
            {t(`steps.${step}`)} · {format.dateTime(at, { dateStyle: "medium", timeStyle: "short" })}
          </p>
          {stands !== null && <p>{t(stands ? "stands" : "falls")}</p>}
          {words && <p className="whitespace-pre-line wrap-anywhere">{words}</p>}
        </li>
      ))}
    </ol>
  );
}
