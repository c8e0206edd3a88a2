import type { ReactNode } from "react";

type Props = { children: ReactNode; /** Beneath a bar that stands still. */ close?: boolean };

/** What is read: as wide as reads well, or, where a case is beside its candidates, as wide as both need. */
export function ParticipantMain({ children, close = false }: Props) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={`measure reading mx-auto box-content px-4 outline-none has-data-wide:max-w-[68rem] sm:px-6 ${close ? "pt-4 sm:pt-8" : "py-8 sm:py-14"}`}
    >
      {children}
    </main>
  );
}
