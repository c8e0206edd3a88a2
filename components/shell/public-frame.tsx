import type { ReactNode } from "react";
import { LanguageSwitch, ThemeSwitch } from "#components/shell/preferences.tsx";
import { SentLanguageForm, SentThemeForm } from "#components/shell/sent-preference-forms.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { TopLine } from "#components/shell/top-line.tsx";

export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopLine
        switches={
          <>
            <LanguageSwitch Form={SentLanguageForm} />
            <ThemeSwitch Form={SentThemeForm} />
          </>
        }
      />
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
