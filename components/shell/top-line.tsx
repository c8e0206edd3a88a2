import clsx from "clsx";
import type { ReactNode } from "react";
import { LanguageSwitch, ThemeSwitch } from "#components/shell/preferences.tsx";
import { Wordmark } from "#components/shell/wordmark.tsx";

type Props = {
  ruled?: boolean;
  /** Language and colours stand in it, where there is one. */
  menu?: ReactNode;
  /** The same where there is no menu, drawn otherwise than here. */
  switches?: ReactNode;
};

/** Where there is no furniture: the mark, and either language and colours or a menu that has them. */
export function TopLine({ ruled = false, menu, switches }: Props) {
  return (
    <header
      className={clsx(
        "flex min-h-11 flex-wrap items-center justify-between gap-x-2 px-4 sm:px-6",
        ruled && "border-b border-line",
        !menu && "py-1",
      )}
    >
      <Wordmark />
      <div className="-mr-2 flex items-center">
        {menu || switches || (
          <>
            <LanguageSwitch />
            <ThemeSwitch />
          </>
        )}
      </div>
    </header>
  );
}
