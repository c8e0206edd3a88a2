import { withQuotes } from "#components/reviews/queue/work/quote.ts";
import { Button } from "#components/ui/button.tsx";
import type { Mark } from "#lib/reading/marks.ts";

type Props = { marks: readonly Mark[]; label: string; onQuoted: () => void };

/** Marks stay with whoever made them; others read what a comment quotes. */
export function QuoteMarks({ marks, label, onQuoted }: Props) {
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
