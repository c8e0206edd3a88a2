import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import { handOver } from "#components/ui/written/handed-over.ts";
import { TakenOver } from "#components/ui/written/taken-over.tsx";
import { writeMarkup } from "#components/ui/written/write-markup.ts";

/** In characters: a smaller one costs nothing. */
const small = 1000;

/** Remembers what was written. */
export type Keep = (write: () => Promise<string>) => Promise<string>;
/** The same for parts of something, by their names. */
export type Keeper = (part: string) => Keep;

type Props = { children: ReactNode; keep?: Keep | undefined };

/** A part of a page that is sent as the text of its elements, once: nothing in it needs a script. */
export async function Once({ children, keep = (write) => write() }: Props) {
  const markup = await keep(() => writeMarkup(children, standIns));
  // A part of a page that a script asks for brings no elements to read it from.
  const isWhole = (await headers()).get("x-benchside-whole") !== null;
  return isWhole && markup.length > small ? (
    <TakenOver place={handOver(markup)} />
  ) : (
    <TakenOver markup={markup} />
  );
}

const standIns = new Map<unknown, (props: never) => ReactNode>([
  [Once, ({ children }: Props) => children],
  [
    Link,
    ({ href, children, ...rest }: { href: string; children: ReactNode }) => (
      <a href={href} {...rest}>
        {children}
      </a>
    ),
  ],
]);

type DataProps = { id: string; data: unknown; keep?: Keep | undefined };

/** What a script reads from the page when somebody reaches for it, as JSON: nobody has to draw it. */
export const Data = ({ id, data, keep }: DataProps) => (
  <Once keep={keep}>
    <div id={id} hidden>
      {JSON.stringify(data)}
    </div>
  </Once>
);
