"use client";

import { errorWords } from "#components/shell/error-words.ts";
import "./globals.css";

/**
 * Stands in for the root layout when that is what broke, so it brings its own document; and for the page that says so
 * where an upgrade has taken that away: then only a new document helps. Every page carries it, seen or not: it has the
 * words, and how it looks stands in the styles.
 */
export default function BrokenDocument({ error }: { error: { digest?: string } }) {
  const { language, title, kept, again, reference } = errorWords();
  return (
    <html lang={language}>
      <body>
        <title>{title}</title>
        <main role="alert">
          <h1>{title}</h1>
          <p>{kept}</p>
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- It leads to where one is: to a new document. */}
          <a href="">{again}</a>
          {error.digest && `${reference} ${error.digest}`}
        </main>
      </body>
    </html>
  );
}
