import clsx from "clsx";
import { LanguageSwitch, ThemeSwitch } from "#components/shell/preferences.tsx";
import { Wordmark } from "#components/shell/wordmark.tsx";

/** Where there is no furniture: the mark, the language, the colours, and nothing else. */
export function TopLine({ ruled = false }: { ruled?: boolean }) {
  return (
    <header
      className={clsx(
        "flex flex-wrap items-center justify-between gap-x-2 px-4 py-1 sm:px-6",
        ruled && "border-b border-line",
      )}
    >
      <Wordmark />
      <div className="-mr-2 flex items-center">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}
