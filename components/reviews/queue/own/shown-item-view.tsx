import { getMessages } from "next-intl/server";
import { ReadCase } from "#components/task-kinds/read-case.tsx";
import { messagesForReading } from "#components/task-kinds/words.ts";
import type { ShownItem } from "#lib/reviews/queue/schema.ts";

/** An item as it was worked at, to be read once more. */
export async function ShownItemView({ shown }: { shown: ShownItem }) {
  const messages = await getMessages();
  const { kind, content, names, language, gold } = shown;
  return (
    <article className="grid min-w-0 gap-4">
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
