"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { InvitationSheet } from "#components/invitations/sheet.tsx";
import type { CardWords } from "#components/invitations/card-words.ts";
import type { RecruitmentWay } from "#lib/studies/schema.ts";

export type MadeInvitation = { number: number; code: string; cohort: string | null };
export type Made = {
  way: RecruitmentWay;
  invitations: readonly MadeInvitation[];
  /** The last day as it was entered; empty for no end. */
  until: string;
  /** The number of the one whose place it takes. */
  replaces?: number;
};

const Show = createContext<((made: Made) => void) | null>(null);

/** Fresh codes are shown above everything else: the row or the form that asked may be gone by then. */
export function useShowMade(): (made: Made) => void {
  const show = useContext(Show);
  if (!show) throw new Error("useShowMade needs a MadeProvider above it");
  return show;
}

type Props = {
  /** The study's part of an address, which names the file. */
  slug: string;
  /** Where this server is reached. */
  base: string;
  cards: readonly CardWords[];
  children: ReactNode;
};

export function MadeProvider({ slug, base, cards, children }: Props) {
  const [made, setMade] = useState<{ made: Made; turn: number } | null>(null);
  return (
    <Show.Provider value={(fresh) => setMade((before) => ({ made: fresh, turn: (before?.turn ?? 0) + 1 }))}>
      {made && (
        <InvitationSheet
          key={made.turn}
          made={made.made}
          slug={slug}
          base={base}
          cards={cards}
          onDone={() => setMade(null)}
        />
      )}
      {children}
    </Show.Provider>
  );
}
