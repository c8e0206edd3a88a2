/** How tall the candidates stand, for the place they keep beside a long dialogue. */
export function tellHeight(form: HTMLFormElement): () => void {
  const column = form.querySelector<HTMLElement>("[data-candidates]");
  if (!column || !("ResizeObserver" in window)) return () => undefined;
  const observer = new ResizeObserver(() => {
    column.style.setProperty("--height", `${column.offsetHeight}px`);
  });
  observer.observe(column);
  return () => observer.disconnect();
}
