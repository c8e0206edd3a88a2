"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useEffect, useRef, useState, createContext, type ReactNode, useContext } from "react";
import { invitationLink, invitationCsv, keepFile } from "#components/invitations/address.ts";
import type { CardWords } from "#components/invitations/card-words.ts";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { Callout } from "#components/ui/callout.tsx";
import "#components/ui/alone-on-paper.css";
import { Button } from "#components/ui/button.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import type { RecruitmentWay } from "#lib/studies/schema.ts";

export type CreatedInvitation = { number: number; code: string; cohort: string | null };
export type CreatedInvitations = {
  way: RecruitmentWay;
  invitations: readonly CreatedInvitation[];
  /** The last day as it was entered; empty for no end. */
  until: string;
  /** The number of the one whose place it takes. */
  replaces?: number;
};

const Show = createContext<((created: CreatedInvitations) => void) | null>(null);

/** Fresh codes are shown above everything else: the row or the form that asked may be gone by then. */
export function useShowCreated(): (created: CreatedInvitations) => void {
  const show = useContext(Show);
  if (!show) throw new Error("useShowCreated needs a CreatedInvitationsProvider above it");
  return show;
}

type ProviderProps = {
  /** The study's part of an address, which names the file. */
  slug: string;
  /** Where this server is reached. */
  base: string;
  cards: readonly CardWords[];
  children: ReactNode;
};

export function CreatedInvitationsProvider({ slug, base, cards, children }: ProviderProps) {
  const [created, setCreated] = useState<{ created: CreatedInvitations; turn: number } | null>(null);
  return (
    <Show.Provider
      value={(fresh) => setCreated((before) => ({ created: fresh, turn: (before?.turn ?? 0) + 1 }))}
    >
      {created && (
        <InvitationSheet
          key={created.turn}
          created={created.created}
          slug={slug}
          base={base}
          cards={cards}
          onDone={() => setCreated(null)}
        />
      )}
      {children}
    </Show.Provider>
  );
}

type Props = {
  created: CreatedInvitations;
  slug: string;
  base: string;
  cards: readonly CardWords[];
  onDone: () => void;
};

/** The codes that were just created. A personal one can't be shown again: only its hash is kept. */
function InvitationSheet({ created, slug, base, cards, onDone }: Props) {
  const t = useTranslations("invitations.sheet");
  const all = useTranslations();
  const heading = useRef<HTMLHeadingElement>(null);
  const isOnce = created.way === "invitation";
  const [isKept, setKept] = useState(!isOnce);

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
  }, []);
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
        <CopyableLink
          label={all("invitations.manage.link.prolific")}
          value={links[0] ?? ""}
          words={{ copy: all("shell.copy"), copied: all("shell.copied"), selected: all("shell.selected") }}
        />
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

/** Asks whoever is about to leave the page. */
function useWarning(isWarned: boolean): void {
  useEffect(() => {
    if (!isWarned) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isWarned]);
}

type SheetActionsProps = {
  created: CreatedInvitations;
  links: readonly string[];
  name: string;
  base: string;
  onKept: () => void;
  onDone: () => void;
};

/** The ways to take fresh codes along. */
function SheetActions({ created, links, name, base, onKept, onDone }: SheetActionsProps) {
  const t = useTranslations("invitations.sheet");
  const [copied, setCopied] = useState<"copied" | "notCopied" | null>(null);
  const count = links.length;

  async function copy() {
    try {
      await navigator.clipboard.writeText(links.join("\n"));
      setCopied("copied");
      onKept();
    } catch {
      // Over plain http the clipboard is out of reach.
      setCopied("notCopied");
    }
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        {created.way !== "prolific" && (
          <Button
            variant="primary"
            onClick={() => {
              onKept();
              window.print();
            }}
          >
            {t("print", { count })}
          </Button>
        )}
        <Button
          onClick={() => {
            keepFile(`${name}.csv`, invitationCsv(created, base));
            onKept();
          }}
        >
          {t("csv")}
        </Button>
        <Button onClick={copy}>
          <ControlIcon name="copy" />
          {t("copy", { count })}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t("done")}
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {copied && t(copied, { count })}
      </p>
    </div>
  );
}

type SheetCardProps = {
  number: number;
  cohort: string | null;
  /** For one person; an open link is for whoever comes by. */
  isPersonal: boolean;
  link: string;
  until: string;
  words: readonly CardWords[];
};

/** What one person is given, on a screen as on paper. */
function SheetCard({ number, cohort, isPersonal, link, until, words }: SheetCardProps) {
  const t = useTranslations("invitations.sheet");
  const format = useFormatter();
  const lastDay = (language: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(until));
  return (
    <li className="grid break-inside-avoid content-start gap-3 rounded-md border border-line bg-raised p-4">
      <div className="flex items-start gap-4">
        <QrCode text={link} label={t("qr", { number })} className="size-28 shrink-0" />
        <div className="grid min-w-0 gap-2 text-sm">
          {words.map(({ language, title, personal, open, until: valid }) => (
            <div key={language} lang={language}>
              <p className="text-base font-semibold">{title}</p>
              <p>{isPersonal ? personal : open}</p>
              {until && <p>{valid.replace("{date}", lastDay(language))}</p>}
            </div>
          ))}
        </div>
      </div>
      <p className="font-mono text-sm break-all">{link}</p>
      <p className="text-sm text-ink-muted">
        {t("card", { number: format.number(number) })}
        {cohort && (
          <>
            {" · "}
            <bdi>{cohort}</bdi>
          </>
        )}
      </p>
    </li>
  );
}
