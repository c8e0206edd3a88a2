import { getMessages, getTranslations } from "next-intl/server";
import { ReadCase } from "#components/task-kinds/read-case.tsx";
import { messagesForReading } from "#components/task-kinds/words.ts";
import type { ShownItem } from "#lib/reviews/queue/schema.ts";

/** The case as those read it who work at the queue. */
export async function ShownCase({ shown }: { shown: ShownItem }) {
  const messages = await getMessages();
  const t = await getTranslations("reviews.items");
  const { kind, content, names, language, gold } = shown;
  return (
    <article aria-label={t("case")} className="grid min-w-0 gap-4">
      <ReadCase
        kind={kind}
        content={content}
        names={names}
        language={language}
        words={messagesForReading(kind, messages)}
      />
      {gold !== undefined && names[gold] !== undefined && (
        <p className="border-l-4 border-line pl-4">
          {t("gold")} <strong lang={language}>{names[gold]}</strong>
        </p>
      )}
    </article>
  );
}
