"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { InvitationSheet } from "#components/invitations/sheet.tsx";
import type { CardWords } from "#components/invitations/card-words.ts";
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

type Props = {
  /** The study's part of an address, which names the file. */
  slug: string;
  /** Where this server is reached. */
  base: string;
  cards: readonly CardWords[];
  children: ReactNode;
};

export function CreatedInvitationsProvider({ slug, base, cards, children }: Props) {
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
