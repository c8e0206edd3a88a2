import type { ReactNode } from "react";

type Props = {
  children: ReactNode;
  /** Beneath a bar that stands still. */
  close?: boolean;
  /** Told, and not found out by `:has()`: with every choice the browser would look for it anew. */
  wide?: boolean;
};

/** What is read: as wide as reads well, or, where a case is beside its candidates, as wide as both need. */
export function ParticipantMain({ children, close = false, wide = false }: Props) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={`${wide ? "max-w-[68rem]" : "measure"} reading mx-auto box-content px-4 outline-none sm:px-6 ${close ? "pt-4 sm:pt-8" : "py-8 sm:py-14"}`}
    >
      {children}
    </main>
  );
}
