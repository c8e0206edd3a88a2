import type { ReactNode } from "react";
import { ServiceLink } from "#components/sitting/entry/service-link.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import type { SittingWords } from "#components/sitting/words.ts";

type Props = {
  words: Pick<SittingWords, "declined">;
  /** Where the recruiting service takes people back who don't take part. */
  returnAddress: string | null;
  back: ReactNode;
};

export function Declined({ words: { declined }, returnAddress, back }: Props) {
  return (
    <div className="grid gap-6">
      <PageTitle>{declined.title}</PageTitle>
      <p>{declined.body}</p>
      <ServiceLink address={returnAddress} label={declined.toProlific} />
      <p className="text-ink-muted">{declined.changed}</p>
      <div>{back}</div>
    </div>
  );
}
