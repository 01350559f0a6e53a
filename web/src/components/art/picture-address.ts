/** Where a picture of the set is. */
export const pictureAddress = (name: string): string => `/art/${name}.svg`;

/** Older Safari keeps the theme from an image's own media query; the file turns dark by this address too. */
export const darkPictureAddress = (name: string): string => `${pictureAddress(name)}#dark`;
