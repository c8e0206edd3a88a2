import type { ReactNode } from "react";
import { LanguageSwitch, ThemeSwitch } from "#components/shell/preferences.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { Wordmark } from "#components/shell/wordmark.tsx";

/** A reading room: one thin line on top, and then only what is to be read. */
export function ParticipantFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line px-4 py-1 sm:px-6">
        <Wordmark />
        <div className="-mr-2 flex items-center">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="measure reading mx-auto box-content px-4 py-8 outline-none sm:px-6 sm:py-14"
      >
        {children}
      </main>
    </>
  );
}
