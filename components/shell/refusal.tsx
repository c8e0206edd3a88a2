import { ButtonLink } from "#components/ui/button.tsx";
import type { RefusalWords } from "#components/shell/refusal-words.ts";

type Props = {
  /** Of RefusalWords, as one text. */
  words: string;
  reference: string | null;
  /** Where the page already has its furniture around it. */
  inside?: boolean;
};

/** What happened, what was kept, what to do next. */
export function Refusal({ words: written, reference, inside = false }: Props) {
  const words = JSON.parse(written) as RefusalWords;
  const told = (
    <div
      className={
        inside
          ? "grid max-w-lg gap-5"
          : "grid gap-5 rounded-lg border border-line bg-raised p-6 shadow-lift sm:p-10"
      }
    >
      <h1 className="text-2xl font-semibold tracking-tight">{words.title}</h1>
      <p>
        {words.happened} {words.kept}
      </p>
      <p>{words.next}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/" variant="primary">
          {words.home}
        </ButtonLink>
        {words.other && <ButtonLink href="/sign-in">{words.other}</ButtonLink>}
      </div>
      {reference && (
        <p className="text-sm text-ink-muted">
          {words.referenceLabel} <code className="font-mono break-all">{reference}</code>
        </p>
      )}
    </div>
  );
  if (inside) return told;
  return (
    <main id="main" className="mx-auto w-full max-w-lg px-4 pt-6 pb-16 sm:pt-[12vh]">
      {told}
    </main>
  );
}
