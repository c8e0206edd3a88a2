"use client";

import { errorWords, outdatedWords } from "#components/shell/error-words.ts";
import "./globals.css";

/**
 * Stands in for the root layout when that is what broke, so it brings its own document; and for the page that says so
 * where an upgrade has taken that away. Every page carries it, seen or not: it has the words, and how it looks stands in
 * the styles.
 */
export default function BrokenDocument({ error, retry }: { error: { digest?: string }; retry: () => void }) {
  const { language, kept, reference, ...words } = errorWords();
  const update = outdatedWords(error);
  const { title, again } = update ?? words;
  return (
    <html lang={language}>
      <body>
        <title>{title}</title>
        <main role="alert">
          <h1>{title}</h1>
          <p>{kept}</p>
          {update && <p>{update.next}</p>}
          <button onClick={update ? () => location.reload() : retry}>{again}</button>
          {error.digest && `${reference} ${error.digest}`}
        </main>
      </body>
    </html>
  );
}
