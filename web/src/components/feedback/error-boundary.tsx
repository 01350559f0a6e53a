import { Component, type ReactNode } from 'react';
import { MessagePage } from './message-page.tsx';
import { Button } from '@/components/action/button.tsx';

type Props = { fallback?: ReactNode; children: ReactNode };

/** What a patient sees when a page crashes, instead of nothing. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    const { fallback = <WholeScreen /> } = this.props;
    return fallback;
  }
}

function WholeScreen() {
  return (
    <MessagePage title="Something went wrong">
      <p>This page didn’t load properly. Everything you saved is safe.</p>
      <Button className="mt-5" onClick={() => location.reload()}>
        Load the page again
      </Button>
    </MessagePage>
  );
}
