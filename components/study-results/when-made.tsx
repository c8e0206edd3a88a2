import type { ReactNode } from "react";
import { Streamed } from "#components/ui/streamed.tsx";
import { peek } from "#lib/study-results/rows/memoize.ts";

type Props<Made> = { made: Promise<Made>; children: (made: Made) => ReactNode };

/** What was made before is drawn at once: what would stand in for it would be sent too. The rest comes after the page. */
export function WhenMade<Made>({ made, of, fallback, children }: Props<Made> & WaitingProps) {
  const ready = peek(made);
  if (ready) return children(ready);
  return (
    <Streamed key={of} fallback={fallback}>
      <Later made={made}>{children}</Later>
    </Streamed>
  );
}

type WaitingProps = {
  fallback: ReactNode;
  /** What it is made of: of another it is waited for anew. */
  of?: string;
};

async function Later<Made>({ made, children }: Props<Made>) {
  return children(await made);
}
