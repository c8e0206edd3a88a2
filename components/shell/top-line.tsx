import clsx from "clsx";
import type { ReactNode } from "react";
import { LanguageSwitch, ThemeSwitch } from "#components/shell/preferences.tsx";
import { Wordmark } from "#components/shell/wordmark.tsx";

/** Where there is no furniture: the mark, the language, the colours, and at most one menu. */
export function TopLine({ ruled = false, menu }: { ruled?: boolean; menu?: ReactNode }) {
  return (
    <header
      className={clsx(
        "flex flex-wrap items-center justify-between gap-x-2 px-4 py-1 sm:px-6",
        ruled && "border-b border-line",
      )}
    >
      <Wordmark short={menu !== undefined} />
      <div className="-mr-2 flex items-center">
        <LanguageSwitch />
        <ThemeSwitch />
        {menu}
      </div>
    </header>
  );
}
