within ;
package Shelf
end Shelf;
