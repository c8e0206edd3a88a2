import clsx from "clsx";
import type { ReactNode } from "react";
import { Wordmark } from "#components/shell/wordmark.tsx";

type Props = {
  ruled?: boolean;
  /** Leaves the page a little more room: for what holds a menu. */
  thin?: boolean;
  /** Language and colours, or a menu that has them. */
  children: ReactNode;
};

/** Where there is no furniture. */
export function TopLine({ ruled = false, thin = false, children }: Props) {
  return (
    <header
      className={clsx(
        "flex min-h-11 flex-wrap items-center justify-between gap-x-2 px-4 sm:px-6",
        ruled && "border-b border-line",
        !thin && "py-1",
      )}
    >
      <Wordmark />
      <div className="-mr-2 flex items-center">{children}</div>
    </header>
  );
}
