import type { ReactNode } from "react";

/** As it stands, white space and all; each line takes its own direction. */
export function PlainText({ language, children }: { language: string; children: ReactNode }) {
  return (
    <p
      lang={language}
      dir="auto"
      className="reading measure min-w-0 whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]"
    >
      {children}
    </p>
  );
}
