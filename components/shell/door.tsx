"use client";

import type { ReactNode } from "react";
import {
  LanguageForm,
  type LanguageProps,
  ThemeForm,
  type ThemeProps,
} from "#components/shell/preference-forms.tsx";
import { SkipTo } from "#components/shell/skip-to.tsx";
import { TopLine } from "#components/shell/top-line.tsx";

type Props = {
  title: string;
  skip: string;
  languages: LanguageProps;
  themes: ThemeProps;
  children: ReactNode;
};

/** Goes to the browser as its few words, which takes the server less than drawing it. */
export function Door({ title, skip, languages, themes, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipTo>{skip}</SkipTo>
      <TopLine>
        <LanguageForm {...languages} />
        <ThemeForm {...themes} />
      </TopLine>
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
