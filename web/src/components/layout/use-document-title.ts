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

/** What the title of every page starts with while this stands: '(2) '. */
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
