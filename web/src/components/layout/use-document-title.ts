import { useEffect } from 'react';

let [page, before] = ['', ''];
const write = () => {
  document.title = `${before}${page} · Béa`;
};

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    page = title;
    write();
  }, [title]);
}

/** A prefix for every page's title while it is set: '(2) '. */
export function useTitlePrefix(prefix: string): void {
  useEffect(() => {
    before = prefix;
    if (page) write();
    return () => {
      before = '';
      if (page) write();
    };
  }, [prefix]);
}
