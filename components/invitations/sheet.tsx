"use client";

import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { invitationLink } from "#components/invitations/address.ts";
import type { CardWords } from "#components/invitations/card-words.ts";
import type { Made } from "#components/invitations/made.tsx";
import { SheetCard } from "#components/invitations/sheet-card.tsx";
import { SheetActions } from "#components/invitations/sheet-actions.tsx";
import { CopyableLink } from "#components/ui/copyable-link.tsx";
import { Callout } from "#components/ui/callout.tsx";
import "#components/ui/alone-on-paper.css";

type Props = {
  made: Made;
  slug: string;
  base: string;
  cards: readonly CardWords[];
  onDone: () => void;
};

/** The codes that were just made. A personal one can't be shown again: only its hash is kept. */
export function InvitationSheet({ made, slug, base, cards, onDone }: Props) {
  const t = useTranslations("invitations.sheet");
  const heading = useRef<HTMLHeadingElement>(null);
  const isOnce = made.way === "invitation";
  const [isKept, setKept] = useState(!isOnce);

  useFocusAfterDialog(heading);
  useWarning(!isKept);

  const count = made.invitations.length;
  const links = made.invitations.map(({ code }) => invitationLink(base, made.way, code));
  return (
    <section aria-labelledby="made" data-alone-on-paper className="mb-10 grid gap-4">
      <h2 id="made" ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        {made.replaces === undefined
          ? t(`title.${made.way}`, { count })
          : t("title.replacement", { number: made.replaces })}
      </h2>
      <div className="no-print grid gap-4">
        {isOnce && <Callout tone="warning">{t("once")}</Callout>}
        {made.replaces !== undefined && <p>{t("replaced", { number: made.replaces })}</p>}
        <SheetActions
          made={made}
          links={links}
          name={`invitations-${slug}`}
          base={base}
          onKept={() => setKept(true)}
          onDone={onDone}
        />
      </div>
      {made.way === "prolific" ? (
        <PastedLink link={links[0] ?? ""} />
      ) : (
        <ul role="list" className="grid gap-4 md:grid-cols-2 print:grid-cols-2">
          {made.invitations.map(({ number, cohort }, index) => (
            <SheetCard
              key={number}
              number={number}
              cohort={cohort}
              link={links[index] ?? ""}
              isPersonal={isOnce}
              until={made.until}
              words={cards}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function useFocusAfterDialog(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // After a dialog has given the focus back to where it was opened.
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => heading.current?.focus());
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [heading]);
}

/** Asks whoever is about to leave the page. */
function useWarning(isWarned: boolean): void {
  useEffect(() => {
    if (!isWarned) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isWarned]);
}

function PastedLink({ link }: { link: string }) {
  const t = useTranslations();
  return (
    <CopyableLink
      label={t("invitations.manage.link.prolific")}
      value={link}
      words={{ copy: t("shell.copy"), copied: t("shell.copied"), selected: t("shell.selected") }}
    />
  );
}
