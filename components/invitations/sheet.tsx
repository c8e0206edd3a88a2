"use client";

import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { invitationLink } from "#components/invitations/address.ts";
import type { CardWords } from "#components/invitations/card-words.ts";
import type { CreatedInvitations } from "#components/invitations/created-invitations.tsx";
import { SheetCard } from "#components/invitations/sheet-card.tsx";
import { SheetActions } from "#components/invitations/sheet-actions.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { Callout } from "#components/ui/callout.tsx";
import "#components/ui/alone-on-paper.css";

type Props = {
  created: CreatedInvitations;
  slug: string;
  base: string;
  cards: readonly CardWords[];
  onDone: () => void;
};

/** The codes that were just created. A personal one can't be shown again: only its hash is kept. */
export function InvitationSheet({ created, slug, base, cards, onDone }: Props) {
  const t = useTranslations("invitations.sheet");
  const heading = useRef<HTMLHeadingElement>(null);
  const isOnce = created.way === "invitation";
  const [isKept, setKept] = useState(!isOnce);

  useFocusAfterDialog(heading);
  useWarning(!isKept);

  const count = created.invitations.length;
  const links = created.invitations.map(({ code }) => invitationLink(base, created.way, code));
  return (
    <section aria-labelledby="made" data-alone-on-paper className="mb-10 grid gap-4">
      <h2 id="made" ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        {created.replaces === undefined
          ? t(`title.${created.way}`, { count })
          : t("title.replacement", { number: created.replaces })}
      </h2>
      <div className="no-print grid gap-4">
        {isOnce && <Callout tone="warning">{t("once")}</Callout>}
        {created.replaces !== undefined && <p>{t("replaced", { number: created.replaces })}</p>}
        <SheetActions
          created={created}
          links={links}
          name={`invitations-${slug}`}
          base={base}
          onKept={() => setKept(true)}
          onDone={onDone}
        />
      </div>
      {created.way === "prolific" ? (
        <PastedLink link={links[0] ?? ""} />
      ) : (
        <ul role="list" className="grid gap-4 md:grid-cols-2 print:grid-cols-2">
          {created.invitations.map(({ number, cohort }, index) => (
            <SheetCard
              key={number}
              number={number}
              cohort={cohort}
              link={links[index] ?? ""}
              isPersonal={isOnce}
              until={created.until}
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
