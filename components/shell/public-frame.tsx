import type { ReactNode } from "react";
import { LanguageSwitch, ThemeSwitch } from "#components/shell/preferences.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { Wordmark } from "#components/shell/wordmark.tsx";

export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex flex-wrap items-center justify-between gap-x-2 px-4 py-1 sm:px-6">
        <Wordmark />
        <div className="-mr-2 flex items-center">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-lg px-4 pt-6 pb-16 outline-none sm:pt-[12vh]"
      >
        <div className="grid gap-5 rounded-lg border border-line bg-raised p-6 shadow-lift sm:p-10">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
