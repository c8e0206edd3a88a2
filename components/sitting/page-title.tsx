import type { ReactNode } from "react";

/** The heading of a page of a sitting. It takes the focus when the page changes without being loaded. */
export function PageTitle({ language, children }: { language?: string; children: ReactNode }) {
  return (
    <h1
      lang={language}
      tabIndex={-1}
      data-place
      className="text-3xl font-semibold tracking-tight wrap-anywhere outline-none"
    >
      {children}
    </h1>
  );
}
