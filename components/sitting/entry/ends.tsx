import { ButtonLink } from "#components/ui/button.tsx";
import type { ReactNode } from "react";
import { PageTitle } from "#components/sitting/page-title.tsx";
import type { SittingWords } from "#components/sitting/words.ts";

type LinkProps = {
  /** Where the recruiting service takes people back; null where nobody came from one. */
  address: string | null | undefined;
  label: string;
};

/** Back to the recruiting service, which isn't told from where. */
export const ServiceLink = ({ address, label }: LinkProps) =>
  address && (
    <div>
      <ButtonLink href={address} rel="noreferrer" variant="primary">
        {label}
      </ButtonLink>
    </div>
  );

type DeclinedProps = {
  words: Pick<SittingWords, "declined">;
  /** Where the recruiting service takes people back who don't take part. */
  returnAddress: string | null;
  back: ReactNode;
};

export function Declined({ words: { declined }, returnAddress, back }: DeclinedProps) {
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

type EndProps = {
  words: Pick<SittingWords, "comprehension" | "declined">;
  /** Where the recruiting service takes people back for whom it ends here. */
  returnAddress: string | null;
  children?: ReactNode;
};

/** The plan lets nobody go on who got something wrong twice. */
export function EndsHere({ words: { comprehension, declined }, returnAddress, children }: EndProps) {
  return (
    <div className="grid gap-6">
      <PageTitle>{comprehension.endTitle}</PageTitle>
      <p>{comprehension.end}</p>
      <ServiceLink address={returnAddress} label={declined.toProlific} />
      {children}
    </div>
  );
}
