import { type ReactNode, useState } from 'react';
import { dataAddress } from '../client/manifest.ts';
import type { Case } from '../schema/shard.ts';
import { Text } from '../ui/Text.tsx';
import { visibleText } from '../ui/visible.ts';
import { PictureZoom } from './Zoom.tsx';

export type CaseMedia = Case['media'][number];

const WHY: Readonly<Record<NonNullable<CaseMedia['why']>, string>> = {
  missing: 'The file was not there when the release was built.',
  svg: 'The file is an SVG drawing; contributed pictures are shown only as PNG, JPEG or WebP.',
  other: 'The file is neither PNG nor JPEG nor WebP.',
  outside: 'Its path leads out of the benchmark’s folder.',
};

const isRemote = (src: string): boolean => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(src);

/** The address of a picture that this site holds; null for one that is missing or lies elsewhere. */
export function pictureAddress({ src }: CaseMedia): string | null {
  return src === null || isRemote(src) ? null : dataAddress(src);
}

/** Why there is no picture, and what it would show. */
function Explained({ media, children }: { readonly media: CaseMedia; readonly children: ReactNode }) {
  return (
    <div className="no-picture">
      <b>No picture to show</b>
      <p>{children}</p>
      {media.alt === '' ? null : (
        <p>
          Described as: <Text text={media.alt} />
        </p>
      )}
    </div>
  );
}

/** Opens a remote picture at its origin, if a browser may follow the address; others are only named. */
function Address({ src }: { readonly src: string }) {
  const name = <code>{visibleText(src)}</code>;
  if (!/^https?:/i.test(src) || !URL.canParse(src)) return name;
  return (
    <a href={src} rel="noopener nofollow ugc">
      {name}
    </a>
  );
}

/** For a picture that is null or lies elsewhere. */
function Absent({ media }: { readonly media: CaseMedia }) {
  if (media.src !== null) {
    return (
      <Explained media={media}>
        It lies elsewhere, and this site fetches nothing from there: <Address src={media.src} />
      </Explained>
    );
  }
  return (
    <Explained media={media}>
      {media.why === undefined ? 'The benchmark does not give it out.' : WHY[media.why]}
    </Explained>
  );
}

function Broken({ media, onRetry }: { readonly media: CaseMedia; readonly onRetry: () => void }) {
  return (
    <Explained media={media}>
      The file could not be loaded, or is no picture.{' '}
      <button type="button" className="btn" onClick={onRetry}>
        Try again
      </button>
    </Explained>
  );
}

/** One picture under its name, with its zoom, or the reason why there is none. */
export function CasePicture({ media, name }: { readonly media: CaseMedia; readonly name: string }) {
  const [attempt, setAttempt] = useState(0);
  const [broken, setBroken] = useState(false);
  const address = pictureAddress(media);
  const alt = visibleText(media.alt);
  const retry = (): void => {
    setAttempt(attempt + 1);
    setBroken(false);
  };
  return (
    <div className="picture">
      <div className="pane-head">
        <h2>{name}</h2>
        <span className="spacer" />
        {address === null || broken ? null : <PictureZoom address={address} alt={alt} what={name} />}
      </div>
      {address === null ? (
        <Absent media={media} />
      ) : broken ? (
        <Broken media={media} onRetry={retry} />
      ) : (
        <img key={attempt} src={address} alt={alt} onError={() => setBroken(true)} />
      )}
    </div>
  );
}
