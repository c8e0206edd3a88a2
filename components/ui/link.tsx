import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * Fetched when it is followed. Every page is drawn for who asks for it, so that ahead of that there is nothing to fetch but
 * its frame: four requests for each link in view, two dozen a page.
 */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink {...props} prefetch={false} />;

/** One that stands in a text. */
export const TextLink = (props: Omit<ComponentProps<typeof NextLink>, "className">) => (
  <Link {...props} className="text-accent underline" />
);
